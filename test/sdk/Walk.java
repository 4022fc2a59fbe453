import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import masthead.ApiClient;
import masthead.Masthead;
import masthead.MastheadError;
import masthead.api.DataApi;
import masthead.model.Customer;
import masthead.model.Member;
import masthead.model.MemberPage;
import masthead.model.Subscription;

/** The walk of test/sdk/walk.ts in Java. */
public final class Walk {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static JsonNode given;

  private interface Call {
    void run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    given = JSON.readTree(System.in);
    DataApi api = client(given);
    Map<String, Object> seen = new LinkedHashMap<>();
    seen.put("members", Masthead.every(page -> list(api, 2, page), MemberPage::getObjects, MemberPage::getNextPage).map(Member::getEmail).toList());
    Customer byEmail = api.createCustomer(null, "ada+100%@example.org", "Åsa Öberg & Söhne = 雑誌", null, null);
    Customer byCode = api.createCustomer(null, null, null, "JAVAJAVA-7F3K", null);
    Subscription paid = api.createSubscription(byEmail.getId(), text("plan_id"), null, text("price_id"), null, null);
    Subscription complimentary = api.createSubscription(byCode.getId(), text("plan_id"), null, null, true, null);
    List<Subscription> canceled = new ArrayList<>();
    for (int times = 0; times < 2; times++) canceled.add(api.cancelSubscription(paid.getId(), null));
    seen.put("by_email", byEmail);
    seen.put("by_code", byCode);
    seen.put("paid", paid);
    seen.put("complimentary", complimentary);
    seen.put("canceled", canceled);
    Map<String, Object> errors = new LinkedHashMap<>();
    for (Map.Entry<String, Call> failure : failures(api).entrySet()) errors.put(failure.getKey(), meet(failure.getValue()));
    seen.put("errors", errors);
    System.out.write(JSON.writeValueAsBytes(seen));
    System.out.flush();
  }

  private static Map<String, Call> failures(DataApi api) {
    Map<String, Call> failures = new LinkedHashMap<>();
    failures.put("missing_api_key", () -> list(changed(request -> {}, false), 2, null));
    failures.put("invalid_api_key", () -> list(client(text("base_url"), text("unknown_key")), 2, null));
    failures.put("revoked_api_key", () -> list(client(text("base_url"), text("revoked_key")), 2, null));
    failures.put("invalid_param", () -> list(api, 0, null));
    failures.put("invalid_api_version", () -> list(client(text("base_url") + "/2020-01-01", text("api_key")), 2, null));
    failures.put("not_found", () -> api.cancelSubscription("sub_unknown", null));
    failures.put("method_not_allowed", () -> list(changed(request -> request.method("DELETE", HttpRequest.BodyPublishers.noBody()), true), 2, null));
    failures.put("request_too_large", () -> create(api, "x".repeat(70_000), "too large"));
    failures.put("unsupported_media_type", () -> create(changed(request -> request.setHeader("Content-Type", "application/json"), true), "json@example.net", "json"));
    failures.put(
        "idempotency_conflict",
        () -> {
          create(api, "first@example.net", "order-17");
          create(api, "second@example.net", "order-17");
        });
    failures.put(
        "rate_limited",
        () -> {
          DataApi limited = client(text("limited_url"), text("api_key"));
          for (int times = 0; times < 3; times++) list(limited, 2, null);
        });
    failures.put("https_required", () -> list(client(text("https_url"), text("api_key")), 2, null));
    failures.put("cross_site_request", () -> create(changed(request -> request.setHeader("Origin", "https://elsewhere.example"), true), "forged@example.net", "forged"));
    failures.put("read_only_api_key", () -> create(client(text("base_url"), text("read_only_key")), "reader@example.net", "reader"));
    failures.put("internal_error", () -> client(given.get("broken")).listCustomers(null, null, null, null, null, null, null));
    failures.put("service_unavailable", () -> create(client(given.get("down")), "down@example.net", "down"));
    return failures;
  }

  private static List<Object> meet(Call call) throws Exception {
    try {
      call.run();
      return List.of("none");
    } catch (MastheadError error) {
      return List.of(error.getClass().getSimpleName(), error.getStatus(), error.getCode(), error.getRequestId() != null);
    }
  }

  private static MemberPage list(DataApi api, int limit, String page) throws masthead.ApiException {
    return api.listMembers(limit, page, null, null, null, null, null);
  }

  private static void create(DataApi api, String email, String idempotencyKey) throws Exception {
    api.createCustomer(idempotencyKey, email, null, null, null);
  }

  private static DataApi client(JsonNode access) {
    return client(access.get("base_url").asText(), access.get("api_key").asText());
  }

  private static DataApi client(String baseUrl, String apiKey) {
    return Masthead.connect(apiKey, baseUrl);
  }

  /** A client whose requests are changed last. */
  private static DataApi changed(Consumer<HttpRequest.Builder> change, boolean hasKey) {
    ApiClient client = Masthead.client(text("api_key"), text("base_url"));
    Consumer<HttpRequest.Builder> identify = client.getRequestInterceptor();
    client.setRequestInterceptor(hasKey ? identify.andThen(change) : change);
    return new DataApi(client);
  }

  private static String text(String name) {
    return given.get(name).asText();
  }
}
