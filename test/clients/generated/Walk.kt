import java.time.OffsetDateTime
import java.util.UUID
import setpoint.apis.PlanAndHeadroomApi
import setpoint.apis.PoolsApi
import setpoint.apis.SitesAndSchedulesApi
import setpoint.apis.TokensApi
import setpoint.infrastructure.ApiClient
import setpoint.infrastructure.ClientException
import setpoint.models.Asset
import setpoint.models.AssetScheduleCommand
import setpoint.models.CommandType
import setpoint.models.CreateSchedulesBatchRequest
import setpoint.models.PutSignalRequest
import setpoint.models.ScheduleEntry

val start: OffsetDateTime = OffsetDateTime.parse("2030-01-01T00:00:00Z")
val end: OffsetDateTime = start.plusHours(1)

fun batch(asset: Asset): CreateSchedulesBatchRequest {
  val entry = ScheduleEntry(start, end, 100.0)
  return CreateSchedulesBatchRequest(listOf(AssetScheduleCommand(asset, CommandType.activePowerkW, listOf(entry))))
}

fun main(args: Array<String>) {
  val base = args[0]
  val site = UUID.fromString(args[3])
  val pool = UUID.fromString(args[4])
  val token = TokensApi(base).issueToken(TokensApi.GrantTypeIssueToken.client_credentials, args[1], args[2])
  ApiClient.accessToken = token.accessToken
  val sites = SitesAndSchedulesApi(base)
  val plans = PlanAndHeadroomApi(base)
  val pools = PoolsApi(base)
  val isListed = sites.listSites().sites.any { it.siteId == site } && sites.getSite(site).siteId == site
  val accepted = sites.setSchedules(site, batch(Asset.grid)).accepted.toInt()
  val refused = try {
    sites.setSchedules(site, batch(Asset.wind))
    201
  } catch (refusal: ClientException) {
    refusal.statusCode
  }
  val target = plans.getSitePlan(site, start, end).plan.grid[0].target
  val intervals = plans.getSiteHeadroom(site, start, end).intervals.size
  pools.putPoolSignal(pool, PutSignalRequest(5.0, args[5].toLong(), OffsetDateTime.now().plusMinutes(1)))
  val asked = pools.getPoolSignal(pool)
  println("$isListed $accepted ${target?.toInt()} $refused $intervals ${asked.sequence}")
}
