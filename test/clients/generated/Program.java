import java.io.IOException;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import setpoint.ApiClient;
import setpoint.ApiException;
import setpoint.api.PlanAndHeadroomApi;
import setpoint.api.PoolsApi;
import setpoint.api.SitesAndSchedulesApi;
import setpoint.api.TokensApi;
import setpoint.model.*;

class Program {
  static final OffsetDateTime START = OffsetDateTime.parse("2030-01-01T00:00:00Z");
  static final OffsetDateTime END = START.plusHours(1);

  public static void main(String[] args) throws ApiException, IOException {
    var site = UUID.fromString(args[3]);
    var pool = UUID.fromString(args[4]);
    var client = new ApiClient().setBasePath(args[0]);
    var tokens = new TokensApi(client);
    var token = tokens.issueToken("client_credentials", args[1], args[2], null, null, null, null, null, null);
    client.setBearerToken(token.getAccessToken());
    var pools = new PoolsApi(client);
    var sites = new SitesAndSchedulesApi(client);
    var plans = new PlanAndHeadroomApi(client);
    var isListed = sites.listSites().getSites().stream().anyMatch(one -> one.getSiteId().equals(site))
        && sites.getSite(site, null).getSiteId().equals(site);
    var accepted = sites.setSchedules(site, batch(Asset.GRID), null, null).getAccepted();
    var plan = plans.getSitePlan(site, START, END, null).getPlan();
    var valid = plans.validateSchedules(site, check(Asset.GRID), null, null, null, null)
        .getValidSchedules();
    var invalid = plans.validateSchedules(site, check(Asset.WIND), null, null, null, null)
        .getInvalidSchedules();
    var refused = refusalOf(() -> sites.setSchedules(site, batch(Asset.WIND), null, null));
    var headroom = plans.getSiteHeadroom(site, START, END, null).getIntervals();
    var signal = new PutSignalRequest().kW(BigDecimal.valueOf(5)).sequence(Long.parseLong(args[5]))
        .validUntil(OffsetDateTime.now().plusMinutes(1));
    pools.putPoolSignal(pool, signal);
    var asked = pools.getPoolSignal(pool, null);
    var kinds = List.of(EventType.SITE_OFFLINE, EventType.BATCH_ACCEPTED);
    System.out.println(isListed + " " + accepted + " " + plan.getGrid().get(0).getTarget() + " " + valid.getAccepted()
        + " " + valid.getOutcome() + " " + invalid.getProblems().size() + " " + invalid.getOutcome() + " " + refused + " "
        + kinds.size() + " " + headroom.size() + " " + asked.getSequence());
  }

  static ScheduleEntry entry() {
    return new ScheduleEntry().startAt(START).endAt(END).value(BigDecimal.valueOf(100));
  }

  static CreateSchedulesBatchRequest batch(Asset asset) {
    var command = new AssetScheduleCommand().asset(asset).type(CommandType.ACTIVE_POWERK_W).addEntriesItem(entry());
    return new CreateSchedulesBatchRequest().addSchedulesItem(command);
  }

  static CheckSchedulesRequest check(Asset asset) {
    var entries = new FleetScheduleCommandEntries(List.of(entry()));
    var command = new FleetScheduleCommand().asset(asset).type(CommandType.ACTIVE_POWERK_W).entries(entries);
    return new CheckSchedulesRequest().addSchedulesItem(command);
  }

  static String refusalOf(Call call) throws IOException {
    try {
      call.run();
      return "not refused";
    } catch (ApiException refused) {
      return refused.getCode() + " " + ErrorResponse.fromJson(refused.getResponseBody()).getError();
    }
  }

  interface Call {
    void run() throws ApiException;
  }
}
