import java.io.IOException;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import setpoint.ApiClient;
import setpoint.ApiException;
import setpoint.api.PlanAndHeadroomApi;
import setpoint.api.SitesAndSchedulesApi;
import setpoint.model.*;

class Program {
  static final OffsetDateTime START = OffsetDateTime.parse("2030-01-01T00:00:00Z");
  static final OffsetDateTime END = START.plusHours(1);

  public static void main(String[] args) throws ApiException, IOException {
    var site = UUID.fromString(args[2]);
    var client = new ApiClient().setBasePath(args[0]);
    client.setBearerToken(args[1]);
    var sites = new SitesAndSchedulesApi(client);
    var plans = new PlanAndHeadroomApi(client);
    var isListed = sites.listSites().getSites().stream().anyMatch(one -> one.getSiteId().equals(site));
    var accepted = sites.setSchedules(site, batch(Asset.GRID), null, null).getAccepted();
    var plan = plans.getSitePlan(site, START, END, null).getPlan();
    var valid = plans.validateSchedules(site, check(Asset.GRID), null, null, null, null, null, null, null, null, null, null)
        .getValidSchedules();
    var invalid = plans.validateSchedules(site, check(Asset.WIND), null, null, null, null, null, null, null, null, null, null)
        .getInvalidSchedules();
    var refused = refusalOf(() -> sites.setSchedules(site, batch(Asset.WIND), null, null));
    var kinds = List.of(EventType.SITE_OFFLINE, EventType.BATCH_ACCEPTED);
    System.out.println(isListed + " " + accepted + " " + plan.getGrid().get(0).getTarget() + " " + valid.getAccepted()
        + " " + valid.getOutcome() + " " + invalid.getProblems().size() + " " + invalid.getOutcome() + " " + refused + " "
        + kinds.size());
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
