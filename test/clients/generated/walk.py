import sys
from datetime import datetime, timedelta, timezone

from openapi_client import ApiClient, Configuration
from openapi_client.api import PlanAndHeadroomApi, PoolsApi, SitesAndSchedulesApi, TokensApi
from openapi_client.exceptions import BadRequestException
from openapi_client.models import Asset, AssetScheduleCommand, CommandType, CreateSchedulesBatchRequest
from openapi_client.models import PutSignalRequest, ScheduleEntry

base, client_id, client_secret, site_id, pool_id = sys.argv[1:6]
sequence = int(sys.argv[6])
start = datetime(2030, 1, 1, 0, tzinfo=timezone.utc)
end = datetime(2030, 1, 1, 1, tzinfo=timezone.utc)


def batch(asset: Asset) -> CreateSchedulesBatchRequest:
    entry = ScheduleEntry(startAt=start, endAt=end, value=100)
    command = AssetScheduleCommand(asset=asset, type=CommandType.ACTIVEPOWERKW, entries=[entry])
    return CreateSchedulesBatchRequest(schedules=[command])


def status_of(sites: SitesAndSchedulesApi) -> int:
    try:
        sites.set_schedules(site_id, batch(Asset.WIND))
    except BadRequestException as refused:
        return refused.status
    return 201


stranger = ApiClient(Configuration(host=base))
token = TokensApi(stranger).issue_token("client_credentials", client_id, client_secret).access_token
client = ApiClient(Configuration(host=base, access_token=token))
sites, plans, pools = SitesAndSchedulesApi(client), PlanAndHeadroomApi(client), PoolsApi(client)
ids = [str(site.site_id) for site in sites.list_sites().sites]
read = sites.get_site(site_id)
accepted = sites.set_schedules(site_id, batch(Asset.GRID)).accepted
plan = plans.get_site_plan(site_id, start, end).plan
headroom = plans.get_site_headroom(site_id, start, end)
valid_until = datetime.now(timezone.utc) + timedelta(minutes=1)
pools.put_pool_signal(pool_id, PutSignalRequest(kW=5, sequence=sequence, validUntil=valid_until))
asked = pools.get_pool_signal(pool_id)
is_listed = site_id in ids and str(read.site_id) == site_id
print(
    str(is_listed).lower(),
    int(accepted),
    int(plan.grid[0].target),
    status_of(sites),
    len(headroom.intervals),
    asked.sequence,
)
