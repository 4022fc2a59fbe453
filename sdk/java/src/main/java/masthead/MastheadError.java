package masthead;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;

/** What the service refused or failed with; the classes in {@code masthead.errors} extend it, one a code. */
public class MastheadError extends RuntimeException {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final transient Details details;

  /**
   * @param status of HTTP
   * @param code of the contract; null where something before the service answered, such as a proxy
   * @param requestId what to tell the service's operator
   */
  public record Details(int status, String code, String message, String requestId) {}

  public MastheadError(Details details) {
    super(details.message());
    this.details = details;
  }

  public int getStatus() {
    return details.status();
  }

  public String getCode() {
    return details.code();
  }

  public String getRequestId() {
    return details.requestId();
  }

  static void throwIfFailed(HttpResponse<InputStream> response) {
    if (response.statusCode() / 100 == 2) return;
    String requestId = response.headers().firstValue("request-id").orElse(null);
    throw ErrorClasses.of(read(response, requestId));
  }

  private static Details read(HttpResponse<InputStream> response, String requestId) {
    try (InputStream body = response.body()) {
      JsonNode error = JSON.readTree(body).path("error");
      if (error.path("code").isTextual()) return new Details(response.statusCode(), error.path("code").asText(), error.path("message").asText(), requestId);
    } catch (IOException ignored) {
      // No JSON: not an answer of the service.
    }
    return new Details(response.statusCode(), null, "the answer is not of this service (status " + response.statusCode() + ")", requestId);
  }
}
