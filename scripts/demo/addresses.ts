// The addresses of the demo, all derived from PORT.
import type { Config } from '../../src/config.ts';

export interface DemoAddresses {
  readonly site_url: string;
  readonly base_url: string;
  readonly mailbox_url: string;
  readonly publisher_site_url: string;
  readonly redirect_uri: string;
  readonly post_logout_redirect_uri: string;
  readonly backchannel_logout_uri: string;
  readonly events_url: string;
}

export function publisherSitePort(config: Pick<Config, 'port'>): number {
  return config.port + 1;
}

export function demoAddresses(config: Pick<Config, 'port' | 'apiUrl'>): DemoAddresses {
  const siteUrl = `http://localhost:${config.port}`;
  const publisherSiteUrl = `http://localhost:${publisherSitePort(config)}`;
  return {
    site_url: siteUrl,
    base_url: config.apiUrl,
    mailbox_url: `${siteUrl}/mailbox`,
    publisher_site_url: publisherSiteUrl,
    redirect_uri: `${publisherSiteUrl}/auth/callback`,
    post_logout_redirect_uri: `${publisherSiteUrl}/`,
    backchannel_logout_uri: `${publisherSiteUrl}/auth/backchannel-logout`,
    events_url: `${publisherSiteUrl}/events`,
  };
}
