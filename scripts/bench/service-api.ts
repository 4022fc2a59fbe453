// How the parts call the service's data API.

export const API = '/2023-04-11';

export function keyHeaders(apiKey: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` };
}
