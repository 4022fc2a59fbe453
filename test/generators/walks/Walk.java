import client.ApiClient;
import client.ApiException;
import client.api.GROUPApi;
import client.model.Customer;
import client.model.MemberPage;
import client.model.Subscription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The walk of test/generators/walk.ts by openapi-generator's client for Java. */
public final class Walk {
  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper();
    JsonNode given = json.readTree(System.in);
    String key = "Basic " + Base64.getEncoder().encodeToString((given.get("api_key").asText() + ":").getBytes());
    ApiClient client = new ApiClient();
    client.updateBaseUri(given.get("base_url").asText());
    client.setRequestInterceptor(request -> request.header("Authorization", key));
    GROUPApi api = new GROUPApi(client);

    Customer created = api.createCustomer(null, given.get("email").asText(), null, null, null);
    List<String> listed = new ArrayList<>();
    String page = null;
    do {
      MemberPage members = api.listMembers(3, page, null, null, null, null, null);
      members.getObjects().forEach(member -> listed.add(member.getEmail()));
      page = members.getNextPage();
    } while (page != null);
    String longAgo = given.get("long_ago").asText();
    Subscription subscribed = api.createSubscription(created.getId(), given.get("plan_id").asText(), null, given.get("price_id").asText(), null, null);
    List<Object> error = List.of();
    try {
      api.getCustomer("cus_unknown");
    } catch (ApiException failure) {
      error = List.of(failure.getCode(), json.readTree(failure.getResponseBody()).get("error").get("code").asText());
    }
    System.out.print(
        json.writeValueAsString(
            Map.of(
                "created", created.getEmail(),
                "got", api.getCustomer(created.getId()).getEmail(),
                "listed", listed,
                "filtered", api.listMembers(1, null, null, null, LONG_AGO, null, null).getObjects().size(),
                "subscribed", subscribed.getStatus().toString(),
                "canceled", api.cancelSubscription(subscribed.getId(), null).getStatus().toString(),
                "error", error)));
  }
}
