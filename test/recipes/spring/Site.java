package site;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A front page that tells whom it takes the visitor for, and has the button that signs out. */
@SpringBootApplication
@RestController
public class Site {
    public static void main(String[] arguments) {
        SpringApplication.run(Site.class, arguments);
    }

    @GetMapping(path = "/", produces = "text/html")
    String front(@AuthenticationPrincipal OidcUser reader, CsrfToken token) {
        String form = "<form method=\"post\" action=\"/logout\"><input name=\"_csrf\" value=\"" + token.getToken() + "\"></form>";
        return reader == null ? "Nobody" : "You are " + reader.getEmail() + ", with the plans " + reader.getClaim("plan_slugs") + form;
    }
}
