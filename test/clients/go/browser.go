// A reader's browser in a few lines: keeps cookies, follows redirects within the service, and fills in the forms of its pages.
package main

import (
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"time"
)

var (
	formPattern  = regexp.MustCompile(`(?s)<form\b([^>]*)>(.*?)</form>`)
	inputPattern = regexp.MustCompile(`<input\b([^>]*)>`)
)

type browser struct {
	siteURL string
	http    *http.Client
}

// answer is a response whose body was read.
type answer struct {
	status int
	url    *url.URL
	target string
	body   string
}

func newBrowser(siteURL string) *browser {
	jar, _ := cookiejar.New(nil)
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &browser{siteURL: siteURL, http: &http.Client{Jar: jar, CheckRedirect: stay}}
}

// get gives the answer itself: redirects are not followed.
func (b *browser) get(address string) (answer, error) {
	return read(b.http.Get(address))
}

// follow goes on as long as the redirects stay with the service.
func (b *browser) follow(a answer, err error) (answer, error) {
	for err == nil && strings.HasPrefix(a.target, b.siteURL+"/") {
		a, err = b.get(a.target)
	}
	return a, err
}

func (b *browser) submit(page answer, name, value string) (answer, error) {
	form := formPattern.FindStringSubmatch(page.body)
	if form == nil {
		return answer{}, errors.New("the page has no form")
	}
	fields := url.Values{}
	for _, input := range inputPattern.FindAllStringSubmatch(form[2], -1) {
		fields.Set(attribute(input[1], "name"), attribute(input[1], "value"))
	}
	fields.Set(name, value)
	action, err := page.url.Parse(attribute(form[1], "action"))
	if err != nil {
		return answer{}, err
	}
	return b.follow(read(b.http.PostForm(action.String(), fields)))
}

// signIn opens an authorization URL and signs in by the e-mailed code; returns where the service sends the browser back to.
func (b *browser) signIn(address, email string) (string, error) {
	page, err := b.follow(b.get(address))
	if err != nil {
		return "", err
	}
	page, err = b.submit(page, "email", email)
	if err != nil {
		return "", err
	}
	code, err := b.newestCode(email)
	if err != nil {
		return "", err
	}
	page, err = b.submit(page, "code", code)
	return page.target, err
}

func (b *browser) newestCode(email string) (string, error) {
	for tries := 0; tries < 100; tries++ {
		a, err := b.get(b.siteURL + "/mailbox/messages?to=" + url.QueryEscape(email))
		if err != nil {
			return "", err
		}
		var letters []struct{ Subject string }
		if err := json.Unmarshal([]byte(a.body), &letters); err != nil {
			return "", err
		}
		if len(letters) > 0 {
			return letters[0].Subject[:6], nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", errors.New("no letter came")
}

func read(response *http.Response, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	a := answer{status: response.StatusCode, url: response.Request.URL, body: string(body)}
	if location, missing := response.Location(); missing == nil {
		a.target = location.String()
	}
	return a, err
}

func attribute(tag, name string) string {
	found := regexp.MustCompile(`(?:^|\s)` + name + `="([^"]*)"`).FindStringSubmatch(tag)
	if found == nil {
		return ""
	}
	return html.UnescapeString(found[1])
}
