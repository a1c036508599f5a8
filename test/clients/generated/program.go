package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
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
	base, id, secret := os.Args[1], os.Args[2], os.Args[3]
	site, pool := uuid.MustParse(os.Args[4]), uuid.MustParse(os.Args[5])
	sequence := right(strconv.ParseInt(os.Args[6], 10, 64))
	ctx := context.Background()
	form := setpoint.TokenRequest{GrantType: "client_credentials", ClientId: &id, ClientSecret: &secret}
	stranger := right(setpoint.NewClientWithResponses(base))
	token := right(stranger.IssueTokenWithFormdataBodyWithResponse(ctx, form)).JSON200.AccessToken
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client := right(setpoint.NewClientWithResponses(base, setpoint.WithRequestEditorFn(bearer)))
	good, bad := batch("grid"), batch("wind")
	list := right(client.ListSitesWithResponse(ctx))
	accepted := right(client.SetSchedulesWithResponse(ctx, site, nil, good))
	plan := right(client.GetSitePlanWithResponse(ctx, site, &setpoint.GetSitePlanParams{From: start, To: end}))
	read := right(client.GetSiteWithResponse(ctx, site, nil))
	headroom := right(client.GetSiteHeadroomWithResponse(ctx, site, &setpoint.GetSiteHeadroomParams{From: start, To: end}))
	signal := setpoint.PutSignalRequest{KW: 5, Sequence: sequence, ValidUntil: time.Now().Add(time.Minute)}
	right(client.PutPoolSignalWithResponse(ctx, pool, signal))
	asked := right(client.GetPoolSignalWithResponse(ctx, pool, nil))
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
	fmt.Println(isListed && read.JSON200.SiteId == site, accepted.JSON201.Accepted, *plan.JSON200.Plan.Grid[0].Target, taken.Accepted, taken.Outcome,
		len(untaken.Problems), untaken.Outcome, refused.StatusCode(), refused.JSON400.Error, len(*kinds.Types),
		len(headroom.JSON200.Intervals), asked.JSON200.Sequence)
}

func right[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}
