package masthead;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import masthead.api.DataApi;

/** The data API of one publication: credentials, address, time limit, errors and pages of the generated operations. */
public final class Masthead {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private Masthead() {}

  /** With MASTHEAD_API_KEY and MASTHEAD_BASE_URL of the environment. */
  public static DataApi connect() {
    return connect(System.getenv("MASTHEAD_API_KEY"), System.getenv("MASTHEAD_BASE_URL"));
  }

  /**
   * The operations. Each throws {@link MastheadError}, of the class of its code, where the service refuses or fails.
   *
   * @throws IllegalArgumentException where key or address are missing, or the key would travel in plain text
   */
  public static DataApi connect(String apiKey, String baseUrl) {
    return new DataApi(client(apiKey, baseUrl));
  }

  /** What the operations are made of, for settings of one's own. */
  public static ApiClient client(String apiKey, String baseUrl) {
    if (apiKey == null || apiKey.isEmpty()) throw new IllegalArgumentException("there is no API key: give one, or set MASTHEAD_API_KEY");
    String credentials = Base64.getEncoder().encodeToString((apiKey + ":").getBytes(StandardCharsets.UTF_8));
    ApiClient client = new ApiClient();
    client.updateBaseUri(checked(baseUrl));
    client.setReadTimeout(TIMEOUT);
    client.setConnectTimeout(TIMEOUT);
    client.setRequestInterceptor(
        request -> request.setHeader("Authorization", "Basic " + credentials).setHeader("User-Agent", "masthead-java/" + ErrorClasses.VERSION));
    client.setResponseInterceptor(MastheadError::throwIfFailed);
    return client;
  }

  private static String checked(String baseUrl) {
    if (baseUrl == null || baseUrl.isEmpty()) throw new IllegalArgumentException("there is no address of the API: give one, or set MASTHEAD_BASE_URL");
    URI address = URI.create(baseUrl);
    String host = String.valueOf(address.getHost());
    boolean isLoopback = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]") || host.endsWith(".localhost");
    if (!"https".equals(address.getScheme()) && !("http".equals(address.getScheme()) && isLoopback)) {
      throw new IllegalArgumentException("the address must be https: the API key travels with each request");
    }
    return baseUrl.replaceAll("/+$", "");
  }

  /** One page of a list; {@code page} is null for the first. */
  @FunctionalInterface
  public interface Fetch<P> {
    P page(String page) throws ApiException;
  }

  /** Every object of a list, each page fetched when the one before is used up: {@code every(page -> api.listMembers(100, page), MemberPage::getObjects, MemberPage::getNextPage)}. */
  public static <P, T> Stream<T> every(Fetch<P> fetch, Function<P, List<T>> objects, Function<P, String> nextPage) {
    Iterator<T> iterator = new Iterator<>() {
      private final ArrayDeque<T> fetched = new ArrayDeque<>();
      private String next;
      private boolean isLast;

      @Override
      public boolean hasNext() {
        while (fetched.isEmpty() && !isLast) {
          P page = fetch(fetch, next);
          fetched.addAll(objects.apply(page));
          next = nextPage.apply(page);
          isLast = next == null;
        }
        return !fetched.isEmpty();
      }

      @Override
      public T next() {
        if (!hasNext()) throw new java.util.NoSuchElementException();
        return fetched.remove();
      }
    };
    Iterable<T> iterable = () -> iterator;
    return StreamSupport.stream(iterable.spliterator(), false);
  }

  private static <P> P fetch(Fetch<P> fetch, String page) {
    try {
      return fetch.page(page);
    } catch (ApiException exception) {
      throw new java.util.concurrent.CompletionException(exception);
    }
  }
}
