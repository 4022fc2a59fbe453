// The walk of test/sdk/walk.ts in Go.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"

	"example.com/masthead"
)

type access struct {
	BaseURL string `json:"base_url"`
	APIKey  string `json:"api_key"`
}

var given struct {
	access
	RevokedKey string `json:"revoked_key"`
	ReadOnlyKey string `json:"read_only_key"`
	UnknownKey string `json:"unknown_key"`
	PlanID     string `json:"plan_id"`
	PriceID    string `json:"price_id"`
	LimitedURL string `json:"limited_url"`
	HTTPSURL   string `json:"https_url"`
	Broken     access `json:"broken"`
	Down       access `json:"down"`
}

var ctx = context.Background()

func client(at access) *masthead.ClientWithResponses {
	api, err := masthead.New(masthead.Options{APIKey: at.APIKey, BaseURL: at.BaseURL})
	must(err)
	return api
}

func members(api *masthead.ClientWithResponses, change ...masthead.RequestEditorFn) error {
	_, err := api.ListMembersWithResponse(ctx, nil, change...)
	return err
}

func create(api *masthead.ClientWithResponses, email, key string, change ...masthead.RequestEditorFn) error {
	params := &masthead.CreateCustomerParams{IdempotencyKey: &key}
	_, err := api.CreateCustomerWithFormdataBodyWithResponse(ctx, params, masthead.CreateCustomerForm{Email: &email}, change...)
	return err
}

func changed(change func(*http.Request)) masthead.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		change(request)
		return nil
	}
}

var failures = map[string]struct {
	sentinel error
	provoke  func(api *masthead.ClientWithResponses) error
}{
	"missing_api_key": {masthead.ErrMissingApiKey, func(api *masthead.ClientWithResponses) error {
		return members(api, changed(func(request *http.Request) { request.Header.Del("Authorization") }))
	}},
	"invalid_api_key": {masthead.ErrInvalidApiKey, func(*masthead.ClientWithResponses) error {
		return members(client(access{given.BaseURL, given.UnknownKey}))
	}},
	"revoked_api_key": {masthead.ErrRevokedApiKey, func(*masthead.ClientWithResponses) error {
		return members(client(access{given.BaseURL, given.RevokedKey}))
	}},
	"invalid_param": {masthead.ErrInvalidParam, func(api *masthead.ClientWithResponses) error {
		limit := 0
		_, err := api.ListMembersWithResponse(ctx, &masthead.ListMembersParams{Limit: &limit})
		return err
	}},
	"invalid_api_version": {masthead.ErrInvalidApiVersion, func(*masthead.ClientWithResponses) error {
		return members(client(access{given.BaseURL + "/2020-01-01", given.APIKey}))
	}},
	"not_found": {masthead.ErrNotFound, func(api *masthead.ClientWithResponses) error {
		_, err := api.CancelSubscriptionWithResponse(ctx, "sub_unknown", nil)
		return err
	}},
	"method_not_allowed": {masthead.ErrMethodNotAllowed, func(api *masthead.ClientWithResponses) error {
		return members(api, changed(func(request *http.Request) { request.Method = http.MethodDelete }))
	}},
	"request_too_large": {masthead.ErrRequestTooLarge, func(api *masthead.ClientWithResponses) error {
		return create(api, strings.Repeat("x", 70_000), "too large")
	}},
	"unsupported_media_type": {masthead.ErrUnsupportedMediaType, func(api *masthead.ClientWithResponses) error {
		return create(api, "json@example.net", "json", changed(func(request *http.Request) { request.Header.Set("Content-Type", "application/json") }))
	}},
	"idempotency_conflict": {masthead.ErrIdempotencyConflict, func(api *masthead.ClientWithResponses) error {
		must(create(api, "first@example.net", "order-17"))
		return create(api, "second@example.net", "order-17")
	}},
	"rate_limited": {masthead.ErrRateLimited, func(*masthead.ClientWithResponses) error {
		api := client(access{given.LimitedURL, given.APIKey})
		return errors.Join(members(api), members(api), members(api))
	}},
	"https_required": {masthead.ErrHttpsRequired, func(*masthead.ClientWithResponses) error {
		return members(client(access{given.HTTPSURL, given.APIKey}))
	}},
	"cross_site_request": {masthead.ErrCrossSiteRequest, func(api *masthead.ClientWithResponses) error {
		return create(api, "forged@example.net", "forged", changed(func(request *http.Request) { request.Header.Set("Origin", "https://elsewhere.example") }))
	}},
	"read_only_api_key": {masthead.ErrReadOnlyApiKey, func(*masthead.ClientWithResponses) error {
		return create(client(access{given.BaseURL, given.ReadOnlyKey}), "reader@example.net", "reader")
	}},
	"internal_error": {masthead.ErrInternalError, func(*masthead.ClientWithResponses) error {
		_, err := client(given.Broken).ListCustomersWithResponse(ctx, nil)
		return err
	}},
	"service_unavailable": {masthead.ErrServiceUnavailable, func(*masthead.ClientWithResponses) error {
		return create(client(given.Down), "down@example.net", "down")
	}},
}

func main() {
	must(json.NewDecoder(os.Stdin).Decode(&given))
	api := client(given.access)
	seen := map[string]any{"members": listed(api)}
	walk(api, seen)
	met := map[string]any{}
	for code, failure := range failures {
		met[code] = described(failure.provoke(api), failure.sentinel)
	}
	seen["errors"] = met
	must(json.NewEncoder(os.Stdout).Encode(seen))
}

func listed(api *masthead.ClientWithResponses) []string {
	limit := 2
	found := []string{}
	for member, err := range masthead.Every(func(page *string) ([]masthead.Member, *string, error) {
		answer, err := api.ListMembersWithResponse(ctx, &masthead.ListMembersParams{Limit: &limit, Page: page})
		if err != nil {
			return nil, nil, err
		}
		return answer.JSON200.Objects, answer.JSON200.NextPage, nil
	}) {
		must(err)
		found = append(found, member.Email)
	}
	return found
}

func walk(api *masthead.ClientWithResponses, seen map[string]any) {
	email, name, code := "ada+100%@example.org", "Åsa Öberg & Söhne = 雑誌", "GOLANG-7F3K"
	byEmail, err := api.CreateCustomerWithFormdataBodyWithResponse(ctx, nil, masthead.CreateCustomerForm{Email: &email, Name: &name})
	must(err)
	byCode, err := api.CreateCustomerWithFormdataBodyWithResponse(ctx, nil, masthead.CreateCustomerForm{ActivationCode: &code})
	must(err)
	paid, err := api.CreateSubscriptionWithFormdataBodyWithResponse(ctx, nil, masthead.CreateSubscriptionForm{CustomerId: byEmail.JSON200.Id, PlanId: given.PlanID, PriceId: &given.PriceID})
	must(err)
	isComplimentary := true
	complimentary, err := api.CreateSubscriptionWithFormdataBodyWithResponse(ctx, nil, masthead.CreateSubscriptionForm{CustomerId: byCode.JSON200.Id, PlanId: given.PlanID, Complimentary: &isComplimentary})
	must(err)
	canceled := []any{}
	for range 2 {
		answer, err := api.CancelSubscriptionWithResponse(ctx, paid.JSON200.Id, nil)
		must(err)
		canceled = append(canceled, answer.JSON200)
	}
	seen["by_email"], seen["by_code"], seen["paid"], seen["complimentary"], seen["canceled"] = byEmail.JSON200, byCode.JSON200, paid.JSON200, complimentary.JSON200, canceled
}

// described names the error's type after its code where errors.Is agrees.
func described(err, sentinel error) []any {
	var failure *masthead.APIError
	if !errors.As(err, &failure) {
		return []any{"none"}
	}
	name := "another"
	if errors.Is(err, sentinel) {
		name = "Err " + failure.Code
	}
	return []any{name, failure.Status, failure.Code, failure.RequestID != ""}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
