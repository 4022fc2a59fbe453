package masthead

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// APIError is what the service refused or failed with. Compare by code: errors.Is(err, masthead.ErrNotFound).
type APIError struct {
	// Status of HTTP.
	Status int
	// Code of the contract; empty where something before the service answered, such as a proxy.
	Code string
	// Message for people.
	Message string
	// RequestID is what to tell the service's operator.
	RequestID string
}

func (e *APIError) Error() string {
	return fmt.Sprintf("masthead: %s (%d %s, request %s)", e.Message, e.Status, e.Code, e.RequestID)
}

// Is tells whether the target stands for the same code.
func (e *APIError) Is(target error) bool {
	other, ok := target.(*APIError)
	return ok && other.Code == e.Code
}

// checkingDoer turns every answer that is no success into an *APIError.
type checkingDoer struct {
	doer HttpRequestDoer
}

const longestError = 1 << 20

func (c checkingDoer) Do(request *http.Request) (*http.Response, error) {
	response, err := c.doer.Do(request)
	if err != nil || response.StatusCode/100 == 2 {
		return response, err
	}
	defer response.Body.Close()
	failure := &APIError{Status: response.StatusCode, RequestID: response.Header.Get("Request-Id")}
	var answer Error
	body, err := io.ReadAll(io.LimitReader(response.Body, longestError))
	if err == nil && json.Unmarshal(body, &answer) == nil && answer.Error.Code != "" {
		failure.Code, failure.Message = answer.Error.Code, answer.Error.Message
	} else {
		failure.Message = "the answer is not of this service"
	}
	return nil, failure
}
