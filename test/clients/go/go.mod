module masthead.example/client

go 1.19

require (
	github.com/coreos/go-oidc/v3 v3.9.0
	golang.org/x/oauth2 v0.21.0
)

require (
	github.com/go-jose/go-jose/v3 v3.0.4 // indirect
	golang.org/x/crypto v0.19.0 // indirect
)
