// Where readers are asked where they live: on the way to a plan whose tax depends on it.
import { pathWith, toOwnPath } from '../site/destinations.ts';

/** The summaries to which the page of the tax details returns. */
const SUMMARY = /^\/(?:subscribe|offers\/[a-z0-9-]+\/subscribe)\?choice=/;

/** @param returnTo the summary that is shown next */
export function taxDetailsPath(returnTo: string): string {
  return pathWith('/tax-details', { return_to: returnTo });
}

/** Undefined for what is no summary. */
export function toSummaryPath(text: string | undefined): string | undefined {
  return toOwnPath(text, SUMMARY);
}
