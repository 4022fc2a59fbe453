// The walk of test/generators/walk.ts by oapi-codegen's client.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"time"
)

func main() {
	var given struct {
		BaseURL string    `json:"base_url"`
		APIKey  string    `json:"api_key"`
		Email   string    `json:"email"`
		PlanID  string    `json:"plan_id"`
		PriceID string    `json:"price_id"`
		LongAgo time.Time `json:"long_ago"`
	}
	must(json.NewDecoder(os.Stdin).Decode(&given))
	ctx := context.Background()
	identify := func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(given.APIKey, "")
		return nil
	}
	api, err := NewClientWithResponses(given.BaseURL, WithRequestEditorFn(identify))
	must(err)

	created, err := api.CreateCustomerWithFormdataBodyWithResponse(ctx, nil, CreateCustomerForm{Email: &given.Email})
	must(err)
	id := created.JSON200.Id
	got, err := api.GetCustomerWithResponse(ctx, id)
	must(err)
	three, one := 3, 1
	listed := []string{}
	for page := new(string); page != nil; {
		members, err := api.ListMembersWithResponse(ctx, &ListMembersParams{Limit: &three, Page: page})
		must(err)
		for _, member := range members.JSON200.Objects {
			listed = append(listed, member.Email)
		}
		page = members.JSON200.NextPage
	}
	longAgo := LONG_AGO
	filtered, err := api.ListMembersWithResponse(ctx, &ListMembersParams{Limit: &one, CreatedAfter: &longAgo})
	must(err)
	form := CreateSubscriptionForm{CustomerId: id, PlanId: given.PlanID, PriceId: &given.PriceID}
	subscribed, err := api.CreateSubscriptionWithFormdataBodyWithResponse(ctx, nil, form)
	must(err)
	canceled, err := api.CancelSubscriptionWithResponse(ctx, subscribed.JSON200.Id, nil)
	must(err)
	unknown, err := api.GetCustomerWithResponse(ctx, "cus_unknown")
	must(err)
	var failure struct{ Error struct{ Code string } }
	must(json.Unmarshal(unknown.Body, &failure))
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"created":    created.JSON200.Email,
		"got":        got.JSON200.Email,
		"listed":     listed,
		"filtered":   len(filtered.JSON200.Objects),
		"subscribed": subscribed.JSON200.Status,
		"canceled":   canceled.JSON200.Status,
		"error":      []any{unknown.StatusCode(), failure.Error.Code},
	}))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
