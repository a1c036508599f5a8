import sys
from datetime import datetime, timedelta, timezone
from uuid import UUID

from setpoint_client import AuthenticatedClient, Client
from setpoint_client.api.plan_and_headroom import get_site_headroom, get_site_plan, validate_schedules
from setpoint_client.api.pools import get_pool_signal, put_pool_signal
from setpoint_client.api.sites_and_schedules import get_site, list_sites, set_schedules
from setpoint_client.api.tokens import issue_token
from setpoint_client.models import Asset, AssetScheduleCommand, CommandType, CreateSchedulesBatchRequest
from setpoint_client.models import EventType, PutSignalRequest, ScheduleEntry, TokenRequest, TokenRequestGrantType
from setpoint_client.models import ValidSchedules

base, client_id, client_secret = sys.argv[1:4]
site_id, pool_id, sequence = UUID(sys.argv[4]), UUID(sys.argv[5]), int(sys.argv[6])
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


form = TokenRequest(
    grant_type=TokenRequestGrantType.CLIENT_CREDENTIALS, client_id=client_id, client_secret=client_secret
)
token = issue_token.sync(client=Client(base_url=base), body=form).access_token
client = AuthenticatedClient(base_url=base, token=token)
good, bad = batch(Asset.GRID), batch(Asset.WIND)
sites = list_sites.sync(client=client).sites
accepted = set_schedules.sync(site_id, client=client, body=good)
read = get_site.sync(site_id, client=client)
plan = get_site_plan.sync(site_id, client=client, from_=start, to=end)
valid = validate_schedules.sync(site_id, client=client, body=good)
invalid = validate_schedules.sync(site_id, client=client, body=bad)
refused = set_schedules.sync_detailed(site_id, client=client, body=bad)
headroom = get_site_headroom.sync(site_id, client=client, from_=start, to=end)
signal = PutSignalRequest(k_w=5, sequence=sequence, valid_until=datetime.now(timezone.utc) + timedelta(minutes=1))
put_pool_signal.sync(pool_id, client=client, body=signal)
asked = get_pool_signal.sync(pool_id, client=client)
print(
    str(site_id in [site.site_id for site in sites] and read.site_id == site_id).lower(),
    int(accepted.accepted),
    int(plan.plan.grid[0].target),
    outcome_of(valid),
    outcome_of(invalid),
    int(refused.status_code),
    refused.parsed.error,
    len([EventType.SITE_OFFLINE, EventType.BATCH_ACCEPTED]),
    len(headroom.intervals),
    asked.sequence,
)
