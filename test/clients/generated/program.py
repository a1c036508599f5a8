import sys
from datetime import datetime, timezone
from uuid import UUID

from setpoint_client import AuthenticatedClient
from setpoint_client.api.plan_and_headroom import get_site_plan, validate_schedules
from setpoint_client.api.sites_and_schedules import list_sites, set_schedules
from setpoint_client.models import Asset, AssetScheduleCommand, CommandType, CreateSchedulesBatchRequest
from setpoint_client.models import EventType, ScheduleEntry, ValidSchedules

base, token, site_id = sys.argv[1], sys.argv[2], UUID(sys.argv[3])
start = datetime(2030, 1, 1, 0, tzinfo=timezone.utc)
end = datetime(2030, 1, 1, 1, tzinfo=timezone.utc)


def batch(asset: Asset) -> CreateSchedulesBatchRequest:
    entry = ScheduleEntry(start_at=start, end_at=end, value=100)
    command = AssetScheduleCommand(asset=asset, type_=CommandType.ACTIVEPOWERKW, entries=[entry])
    return CreateSchedulesBatchRequest(schedules=[command])


def outcome_of(validation) -> str:
    if isinstance(validation, ValidSchedules):
        return f"{validation.accepted} {validation.outcome}"
    return f"{len(validation.problems)} {validation.outcome}"


client = AuthenticatedClient(base_url=base, token=token)
good, bad = batch(Asset.GRID), batch(Asset.WIND)
sites = list_sites.sync(client=client).sites
accepted = set_schedules.sync(site_id, client=client, body=good)
plan = get_site_plan.sync(site_id, client=client, from_=start, to=end)
valid = validate_schedules.sync(site_id, client=client, body=good)
invalid = validate_schedules.sync(site_id, client=client, body=bad)
refused = set_schedules.sync_detailed(site_id, client=client, body=bad)
print(
    str(site_id in [site.site_id for site in sites]).lower(),
    int(accepted.accepted),
    int(plan.plan.grid[0].target),
    outcome_of(valid),
    outcome_of(invalid),
    int(refused.status_code),
    refused.parsed.error,
    len([EventType.SITE_OFFLINE, EventType.BATCH_ACCEPTED]),
)
