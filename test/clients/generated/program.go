package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"

	"setpoint.example/clients/setpoint"
)

func batch(asset setpoint.Asset) setpoint.CreateSchedulesBatchRequest {
	entry := setpoint.ScheduleEntry{StartAt: start, EndAt: end, Value: 100}
	command := setpoint.AssetScheduleCommand{Asset: asset, Type: "activePowerkW", Entries: []setpoint.ScheduleEntry{entry}}
	return setpoint.CreateSchedulesBatchRequest{Schedules: []setpoint.AssetScheduleCommand{command}}
}

func check(asset setpoint.Asset) setpoint.CheckSchedulesRequest {
	var entries setpoint.FleetScheduleCommand_Entries
	if err := entries.FromFleetScheduleCommandEntries0(batch(asset).Schedules[0].Entries); err != nil {
		panic(err)
	}
	command := setpoint.FleetScheduleCommand{Asset: asset, Type: "activePowerkW", Entries: entries}
	return setpoint.CheckSchedulesRequest{Schedules: []setpoint.FleetScheduleCommand{command}}
}

var start = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
var end = start.Add(time.Hour)

func main() {
	base, token, site := os.Args[1], os.Args[2], uuid.MustParse(os.Args[3])
	ctx := context.Background()
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client := right(setpoint.NewClientWithResponses(base, setpoint.WithRequestEditorFn(bearer)))
	good, bad := batch("grid"), batch("wind")
	list := right(client.ListSitesWithResponse(ctx))
	accepted := right(client.SetSchedulesWithResponse(ctx, site, nil, good))
	plan := right(client.GetSitePlanWithResponse(ctx, site, &setpoint.GetSitePlanParams{From: start, To: end}))
	valid := right(client.ValidateSchedulesWithResponse(ctx, site, nil, check("grid")))
	invalid := right(client.ValidateSchedulesWithResponse(ctx, site, nil, check("wind")))
	refused := right(client.SetSchedulesWithResponse(ctx, site, nil, bad))
	isListed := false
	for _, one := range list.JSON200.Sites {
		isListed = isListed || one.SiteId == site
	}
	taken := right(valid.JSON200.AsValidSchedules())
	untaken := right(invalid.JSON200.AsInvalidSchedules())
	kinds := setpoint.StreamEventsParams{Types: &[]setpoint.EventType{"site.offline", "batch.accepted"}}
	fmt.Println(isListed, accepted.JSON201.Accepted, *plan.JSON200.Plan.Grid[0].Target, taken.Accepted, taken.Outcome,
		len(untaken.Problems), untaken.Outcome, refused.StatusCode(), refused.JSON400.Error, len(*kinds.Types))
}

func right[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}
