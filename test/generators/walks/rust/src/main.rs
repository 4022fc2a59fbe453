//! The walk of test/generators/walk.ts by openapi-generator's client for Rust.
use openapi::apis::configuration::Configuration;
use openapi::apis::{GROUP_api as api, Error};
use serde_json::{from_reader, from_str, json, Value};
use std::io::stdin;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let given: Value = from_reader(stdin()).unwrap();
    let text = |name: &str| given[name].as_str().unwrap().to_owned();
    let configuration = Configuration {
        base_path: text("base_url"),
        basic_auth: Some((text("api_key"), None)),
        ..Configuration::new()
    };

    let created = api::create_customer(&configuration, None, Some(&text("email")), None, None).await.unwrap();
    let got = api::get_customer(&configuration, &created.id).await.unwrap();
    let mut listed = Vec::new();
    let mut page: Option<String> = None;
    loop {
        let members = api::list_members(&configuration, Some(3), page.as_deref(), None, None, None, None).await.unwrap();
        listed.extend(members.objects.into_iter().map(|member| member.email));
        page = members.next_page;
        if page.is_none() {
            break;
        }
    }
    let long_ago = text("long_ago");
    let filtered = api::list_members(&configuration, Some(1), None, None, None, Some(LONG_AGO), None).await.unwrap();
    let subscription = api::create_subscription(&configuration, &created.id, &text("plan_id"), None, Some(&text("price_id")), None).await.unwrap();
    let canceled = api::cancel_subscription(&configuration, &subscription.id, None).await.unwrap();
    let error = match api::get_customer(&configuration, "cus_unknown").await {
        Err(Error::ResponseError(failure)) => json!([failure.status.as_u16(), from_str::<Value>(&failure.content).unwrap()["error"]["code"]]),
        _ => Value::Null,
    };
    println!(
        "{}",
        json!({
            "created": created.email,
            "got": got.email,
            "listed": listed,
            "filtered": filtered.objects.len(),
            "subscribed": subscription.status,
            "canceled": canceled.status,
            "error": error,
        })
    );
}
