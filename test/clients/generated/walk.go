package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"setpoint.example/clients/setpoint"
)

var start = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
var end = start.Add(time.Hour)

func batch(asset setpoint.Asset) setpoint.CreateSchedulesBatchRequest {
	entry := *setpoint.NewScheduleEntry(start, end, 100)
	command := *setpoint.NewAssetScheduleCommand(asset, setpoint.ACTIVE_POWERK_W, []setpoint.ScheduleEntry{entry})
	return *setpoint.NewCreateSchedulesBatchRequest([]setpoint.AssetScheduleCommand{command})
}

func main() {
	base, id, secret, site, pool := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	sequence, _ := strconv.ParseInt(os.Args[6], 10, 64)
	configuration := setpoint.NewConfiguration()
	configuration.Servers = setpoint.ServerConfigurations{{URL: base}}
	client := setpoint.NewAPIClient(configuration)
	stranger := context.Background()
	asking := client.TokensAPI.IssueToken(stranger).GrantType("client_credentials").ClientId(id).ClientSecret(secret)
	token, _, err := asking.Execute()
	check(err)
	ctx := context.WithValue(stranger, setpoint.ContextAccessToken, token.AccessToken)
	list, _, err := client.SitesAndSchedulesAPI.ListSites(ctx).Execute()
	check(err)
	read, _, err := client.SitesAndSchedulesAPI.GetSite(ctx, site).Execute()
	check(err)
	set, _, err := client.SitesAndSchedulesAPI.SetSchedules(ctx, site).CreateSchedulesBatchRequest(batch("grid")).Execute()
	check(err)
	_, refused, _ := client.SitesAndSchedulesAPI.SetSchedules(ctx, site).CreateSchedulesBatchRequest(batch("wind")).Execute()
	plan, _, err := client.PlanAndHeadroomAPI.GetSitePlan(ctx, site).From(start).To(end).Execute()
	check(err)
	headroom, _, err := client.PlanAndHeadroomAPI.GetSiteHeadroom(ctx, site).From(start).To(end).Execute()
	check(err)
	signal := *setpoint.NewPutSignalRequest(5, sequence, time.Now().Add(time.Minute))
	_, _, err = client.PoolsAPI.PutPoolSignal(ctx, pool).PutSignalRequest(signal).Execute()
	check(err)
	asked, _, err := client.PoolsAPI.GetPoolSignal(ctx, pool).Execute()
	check(err)
	isListed := false
	for _, one := range list.Sites {
		isListed = isListed || one.SiteId == site && read.SiteId == site
	}
	fmt.Println(isListed, set.Accepted, *plan.Plan.Grid[0].Target.Get(), refused.StatusCode, len(headroom.Intervals), asked.Sequence)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
