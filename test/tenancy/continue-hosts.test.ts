// The hosts that readers may be sent on to are listed for one publication: names that a publisher typed, which no id gives away.
import { expect, it } from 'vitest';
import { CommandLine } from '../support/command-line.ts';
import { givenPublication } from '../support/publication.ts';
import { useService } from '../support/service.ts';

const service = useService();

it('the hosts of one publication are not listed for another', async () => {
  const [ours, theirs] = [await givenPublication(service()), await givenPublication(service())];
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  await masthead.json('continue-host', 'add', 'theirs.example.org', '--publication', theirs.publication.id);
  const hosts = await masthead.json('continue-host', 'add', 'ours.example.org', '--publication', ours.publication.id);
  expect(hosts).toEqual([{ host: 'ours.example.org' }]);
  expect(await masthead.json('continue-host', 'list', '--publication', ours.publication.id)).toEqual(hosts);
});
