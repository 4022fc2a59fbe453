// Signs a reader in by golang.org/x/oauth2 and coreos/go-oidc and prints what it saw as one JSON object; the test says what it must be.
// Everything is read from the discovery document; x/oauth2 finds out by itself how the client authenticates.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type settings struct {
	SiteURL      string `json:"site_url"`
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	RedirectURI  string `json:"redirect_uri"`
	Email        string `json:"email"`
}

type client struct {
	ctx      context.Context
	provider *oidc.Provider
	config   oauth2.Config
}

// attempt is one sign-in: what was sent, so that the answer can be checked against it.
type attempt struct{ state, nonce, verifier string }

func main() {
	seen, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(seen)
}

func run() (map[string]any, error) {
	var given settings
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		return nil, err
	}
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, given.SiteURL)
	if err != nil {
		return nil, err
	}
	scopes := []string{oidc.ScopeOpenID, "email", "profile"}
	config := oauth2.Config{ClientID: given.ClientID, ClientSecret: given.ClientSecret, RedirectURL: given.RedirectURI, Endpoint: provider.Endpoint(), Scopes: scopes}
	c := &client{ctx, provider, config}
	_, wrongIssuer := oidc.NewProvider(ctx, given.SiteURL+"/")
	seen := map[string]any{"issuer": given.SiteURL, "other_spelling_refused": wrongIssuer != nil}
	b := newBrowser(given.SiteURL)
	for _, step := range []func(*browser, settings, map[string]any) error{c.askSignedOut, c.signIn, c.askSilently, c.askElsewhere} {
		if err := step(b, given, seen); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

func (c *client) askSignedOut(b *browser, _ settings, seen map[string]any) error {
	a, err := b.get(c.authURL(newAttempt(), oauth2.SetAuthURLParam("prompt", "none")))
	if err != nil {
		return err
	}
	seen["signed_out"] = queryOf(a.target).Get("error")
	return nil
}

func (c *client) signIn(b *browser, given settings, seen map[string]any) error {
	try := newAttempt()
	back, err := b.signIn(c.authURL(try), given.Email)
	if err != nil {
		return err
	}
	seen["wrong_redirect"] = c.redeemElsewhere(try, back, oauth2.AuthStyleInHeader)
	seen["wrong_redirect_guessing"] = c.redeemElsewhere(try, back, oauth2.AuthStyleAutoDetect)
	token, claims, err := c.finish(try, back)
	if err != nil {
		return err
	}
	seen["claims"] = claims
	_, err = c.verifier().Verify(c.ctx, altered(token.Extra("id_token").(string)))
	seen["altered_refused"] = err != nil
	userinfo, err := c.provider.UserInfo(c.ctx, c.config.TokenSource(c.ctx, token))
	if err != nil {
		return err
	}
	var all map[string]any
	err = userinfo.Claims(&all)
	seen["userinfo"] = all
	return err
}

// redeemElsewhere names another redirect URI than the request did. x/oauth2 takes any refusal for a wrong way to authenticate, while it is
// still guessing the way, and tries again with the secret in the body.
func (c *client) redeemElsewhere(try attempt, back string, style oauth2.AuthStyle) string {
	elsewhere := c.config
	elsewhere.RedirectURL += "?a=1"
	elsewhere.Endpoint.AuthStyle = style
	_, err := elsewhere.Exchange(c.ctx, queryOf(back).Get("code"), oauth2.VerifierOption(try.verifier))
	return errorOf(err)
}

func (c *client) askSilently(b *browser, _ settings, seen map[string]any) error {
	try := newAttempt()
	a, err := b.get(c.authURL(try, oauth2.SetAuthURLParam("prompt", "none")))
	if err != nil {
		return err
	}
	token, claims, err := c.finish(try, a.target)
	if err != nil {
		return err
	}
	seen["silent"] = claims
	_, err = c.config.Exchange(c.ctx, queryOf(a.target).Get("code"), oauth2.VerifierOption(try.verifier))
	seen["second_redemption"] = errorOf(err)
	_, err = c.provider.UserInfo(c.ctx, c.config.TokenSource(c.ctx, token))
	seen["userinfo_after_replay_refused"] = err != nil
	return nil
}

func (c *client) askElsewhere(b *browser, _ settings, seen map[string]any) error {
	elsewhere := c.config
	elsewhere.RedirectURL = "https://elsewhere.example.test/callback"
	a, err := b.get(elsewhere.AuthCodeURL("state"))
	seen["unregistered_redirect"] = []any{a.status, a.target}
	return err
}

func newAttempt() attempt {
	return attempt{oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()}
}

func (c *client) authURL(try attempt, options ...oauth2.AuthCodeOption) string {
	options = append(options, oidc.Nonce(try.nonce), oauth2.S256ChallengeOption(try.verifier))
	return c.config.AuthCodeURL(try.state, options...)
}

func (c *client) verifier() *oidc.IDTokenVerifier {
	return c.provider.Verifier(&oidc.Config{ClientID: c.config.ClientID})
}

// finish redeems the code of a redirect and verifies the ID token: signature, issuer, audience, expiry, then the nonce.
func (c *client) finish(try attempt, back string) (*oauth2.Token, map[string]any, error) {
	if queryOf(back).Get("state") != try.state {
		return nil, nil, errors.New("another state came back: " + back)
	}
	token, err := c.config.Exchange(c.ctx, queryOf(back).Get("code"), oauth2.VerifierOption(try.verifier))
	if err != nil {
		return nil, nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	idToken, err := c.verifier().Verify(c.ctx, raw)
	if err != nil {
		return nil, nil, err
	}
	if idToken.Nonce != try.nonce {
		return nil, nil, errors.New("another nonce came back")
	}
	var claims map[string]any
	err = idToken.Claims(&claims)
	return token, claims, err
}

func queryOf(address string) url.Values {
	parsed, err := url.Parse(address)
	if err != nil {
		return url.Values{}
	}
	return parsed.Query()
}

func errorOf(err error) string {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) {
		return refused.ErrorCode
	}
	return fmt.Sprint(err)
}

// altered is the same token with a claim changed behind its signature.
func altered(token string) string {
	parts := strings.Split(token, ".")
	parts[1] = parts[1][:len(parts[1])-4] + "AAAA"
	return strings.Join(parts, ".")
}
