// The client that the bench is to oidc-provider, known to its server and to who drives it.

export const CLIENT = { id: 'bench', secret: 'a-secret-of-the-bench', redirectUri: 'https://www.example.org/callback' };
