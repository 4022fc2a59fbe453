// The warning when one kind of security event is far more frequent than usual (reliability R-A2).
import { expect, test } from 'vitest';
import { SecretKeys } from '../../src/database/secrets.ts';
import type { SecurityEventKind } from '../../src/security/kinds.ts';
import { SecurityLog } from '../../src/security/security-log.ts';
import { MovableClock } from '../support/service/clock.ts';

interface Warning {
  readonly kind: string;
  readonly in_five_minutes: number;
  readonly usual: number;
}

class Deployment {
  readonly clock = new MovableClock();
  readonly warnings: Warning[] = [];
  readonly #log: SecurityLog;

  constructor() {
    const keep = (fields: Readonly<Record<string, unknown>>): void => {
      if (fields['security_event'] !== 'unusual_rate') return;
      const { kind, in_five_minutes, usual } = fields;
      this.warnings.push({ kind: String(kind), in_five_minutes: Number(in_five_minutes), usual: Number(usual) });
    };
    const secretKeys = new SecretKeys(['a secret key of the tests that is long enough']);
    this.#log = new SecurityLog({ log: { info: keep, warn: keep }, secretKeys, clock: this.clock });
  }

  run(minutes: number, eventsAMinute: number, kind: SecurityEventKind = 'email_code_wrong'): void {
    for (let minute = 0; minute < minutes; minute += 1) {
      for (let event = 0; event < eventsAMinute; event += 1) this.#log.record(kind, {});
      this.clock.advance(60);
    }
  }
}

test('R-A2 a spraying of wrong codes is warned of within five minutes, once an hour', () => {
  const deployment = new Deployment();
  deployment.run(1, 31);
  expect(deployment.warnings).toEqual([{ kind: 'email_code_wrong', in_five_minutes: 31, usual: 0 }]);
  deployment.run(59, 31);
  expect(deployment.warnings).toHaveLength(1);
  deployment.run(1, 31);
  expect(deployment.warnings).toHaveLength(2);
});

test('what is usual causes no warning, ten times as much does', () => {
  const deployment = new Deployment();
  deployment.run(10 * 24 * 60, 4);
  expect(deployment.warnings).toEqual([]);
  deployment.run(5, 39);
  expect(deployment.warnings).toEqual([]);
  deployment.run(30, 0);
  deployment.run(5, 45);
  expect(deployment.warnings).toEqual([{ kind: 'email_code_wrong', in_five_minutes: 202, usual: 20 }]);
});

test('a few events cause no warning where there are usually none, and each kind is counted for itself', () => {
  const deployment = new Deployment();
  deployment.run(48 * 60, 0);
  deployment.run(1, 30);
  deployment.run(1, 30, 'gift_code_wrong');
  deployment.run(1, 300, 'sign_in');
  expect(deployment.warnings).toEqual([]);
});

test('an attack that goes on is warned of again, also where the process was started in the midst of it', () => {
  const deployment = new Deployment();
  deployment.run(3 * 60, 100);
  expect(deployment.warnings.length).toBeGreaterThanOrEqual(2);
});
