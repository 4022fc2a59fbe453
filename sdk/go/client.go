// Package masthead is a client of Masthead's data API: members, customers, subscriptions and events of a publication.
package masthead

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const timeout = 30 * time.Second

// Options of a client; the zero value reads key and address from the environment.
type Options struct {
	// APIKey is the secret key of the data API; MASTHEAD_API_KEY of the environment where it is empty.
	APIKey string
	// BaseURL such as https://api.example.org; MASTHEAD_BASE_URL of the environment where it is empty.
	BaseURL string
	// HTTPClient with a limit of 30 seconds where it is nil.
	HTTPClient HttpRequestDoer
}

// New returns a client of which each method returns an *APIError where the service refuses or fails.
func New(options Options) (*ClientWithResponses, error) {
	key := first(options.APIKey, os.Getenv("MASTHEAD_API_KEY"))
	if key == "" {
		return nil, errors.New("masthead: there is no API key: give APIKey, or set MASTHEAD_API_KEY")
	}
	base, err := checkedURL(first(options.BaseURL, os.Getenv("MASTHEAD_BASE_URL")))
	if err != nil {
		return nil, err
	}
	doer := options.HTTPClient
	if doer == nil {
		doer = &http.Client{Timeout: timeout}
	}
	identify := func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(key, "")
		request.Header.Set("User-Agent", "masthead-go/"+version)
		return nil
	}
	return NewClientWithResponses(base, WithHTTPClient(checkingDoer{doer}), WithRequestEditorFn(identify))
}

// checkedURL refuses to send the key in plain text to another machine.
func checkedURL(base string) (string, error) {
	if base == "" {
		return "", errors.New("masthead: there is no address of the API: give BaseURL, or set MASTHEAD_BASE_URL")
	}
	parsed, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	host := parsed.Hostname()
	isLoopback := host == "localhost" || host == "127.0.0.1" || host == "::1" || strings.HasSuffix(host, ".localhost")
	if parsed.Scheme != "https" && !(parsed.Scheme == "http" && isLoopback) {
		return "", errors.New("masthead: BaseURL must be https: the API key travels with each request")
	}
	return strings.TrimRight(base, "/"), nil
}

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
