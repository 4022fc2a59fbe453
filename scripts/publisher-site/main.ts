// Starts the website by itself: node scripts/publisher-site/main.ts [data/demo.json]
import { startPublisherSite } from './server.ts';
import { readSettings } from './settings.ts';

const { url } = await startPublisherSite(readSettings(process.argv[2] ?? 'data/demo.json', process.env));
process.stdout.write(`The publisher's website is at ${url}\n`);
