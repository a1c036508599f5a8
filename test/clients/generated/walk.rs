use openapi::apis::{configuration::Configuration, plan_and_headroom_api, pools_api, sites_and_schedules_api, tokens_api, Error};
use openapi::models::{Asset, AssetScheduleCommand, CommandType, CreateSchedulesBatchRequest, PutSignalRequest, ScheduleEntry};

const FROM: &str = "2030-01-01T00:00:00Z";
const TO: &str = "2030-01-01T01:00:00Z";

fn batch(asset: Asset) -> CreateSchedulesBatchRequest {
    let entry = ScheduleEntry::new(FROM.to_string(), TO.to_string(), 100.0);
    CreateSchedulesBatchRequest::new(vec![AssetScheduleCommand::new(asset, CommandType::ActivePowerkW, vec![entry])])
}

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (site, pool) = (args[3].as_str(), args[4].as_str());
    let mut client = Configuration { base_path: args[0].clone(), ..Configuration::default() };
    let (id, secret) = (Some(args[1].as_str()), Some(args[2].as_str()));
    let token = tokens_api::issue_token(&client, "client_credentials", id, secret, None, None, None, None, None, None).await.unwrap();
    client.bearer_access_token = Some(token.access_token);
    let list = sites_and_schedules_api::list_sites(&client).await.unwrap();
    let read = sites_and_schedules_api::get_site(&client, site, None).await.unwrap();
    let set = sites_and_schedules_api::set_schedules(&client, site, batch(Asset::Grid), None, None).await.unwrap();
    let refused = match sites_and_schedules_api::set_schedules(&client, site, batch(Asset::Wind), None, None).await {
        Err(Error::ResponseError(response)) => response.status.as_u16(),
        _ => 0,
    };
    let plan = plan_and_headroom_api::get_site_plan(&client, site, FROM.to_string(), TO.to_string(), None).await.unwrap();
    let headroom = plan_and_headroom_api::get_site_headroom(&client, site, FROM.to_string(), TO.to_string(), None).await.unwrap();
    let until = args[6].clone();
    let signal = PutSignalRequest::new(5.0, args[5].parse().unwrap(), until);
    pools_api::put_pool_signal(&client, pool, signal).await.unwrap();
    let asked = pools_api::get_pool_signal(&client, pool, None).await.unwrap();
    let is_listed = list.sites.iter().any(|one| one.site_id.to_string() == site) && read.site_id.to_string() == site;
    let target = plan.plan.grid[0].target.unwrap();
    println!("{} {} {} {} {} {}", is_listed, set.accepted, target, refused, headroom.intervals.len(), asked.sequence);
}
