# The walk of test/generators/walk.ts by openapi-generator's client for Ruby.
require 'json'
require 'time'
require 'openapi_client'

given = JSON.parse($stdin.read)
long_ago = given['long_ago']
OpenapiClient.configure do |config|
  config.scheme = 'http'
  config.host = given['base_url'].delete_prefix('http://')
  config.server_index = nil
  config.username = given['api_key']
  config.password = ''
end
api = OpenapiClient.const_get(:GROUPApi).new

created = api.create_customer(email: given['email'])
listed = []
page = nil
loop do
  members = api.list_members(limit: 3, page: page)
  listed += members.objects.map(&:email)
  page = members.next_page
  break if page.nil?
end
subscription = api.create_subscription(created.id, given['plan_id'], price_id: given['price_id'])
error = begin
  api.get_customer('cus_unknown')
rescue OpenapiClient::ApiError => e
  [e.code, JSON.parse(e.response_body)['error']['code']]
end
puts JSON.generate(
  created: created.email,
  got: api.get_customer(created.id).email,
  listed: listed,
  filtered: api.list_members(created_after: LONG_AGO, limit: 1).objects.length,
  subscribed: subscription.status,
  canceled: api.cancel_subscription(subscription.id).status,
  error: error
)
