// What `plan move`, `offer move` and `newsletter move` share: a record goes before or after another one.
import type { Command } from 'commander';
import type { Move } from '../../models/catalog/placed.ts';
import { addPublicationVerb, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';

export interface MoveOptions extends PublicationOptions {
  before?: string;
  after?: string;
}

export function addMoveVerb(noun: Command, example: string): Command {
  return addPublicationVerb(noun, 'move <id-or-slug>', 'Change the order in which they are shown', example)
    .option('--before <id-or-slug>', 'the one that it is to come before')
    .option('--after <id-or-slug>', 'the one that it is to come after');
}

/** Throws UsageError unless exactly one neighbour is named. */
export function toMove(moved: string, { before, after }: MoveOptions): Move {
  if (before !== undefined && after === undefined) return { moved, side: 'before', neighbour: before };
  if (after !== undefined && before === undefined) return { moved, side: 'after', neighbour: after };
  throw new UsageError('Say where to: --before or --after, and the id or slug of another one');
}
