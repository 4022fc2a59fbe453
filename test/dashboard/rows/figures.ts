import { ALL, type Rows } from './row.ts';

export const FIGURES_ROWS: Rows = {
  '/figures': { see: ALL },
  '/figures/people': { see: ALL },
  '/figures/revenue': { see: ALL },
  '/figures/leaving': { see: ALL },
  '/figures/cohorts': { see: ALL },
  '/figures/behind': { see: ALL },
  '/figures/changes': { see: ALL },
  '/figures/people-at': { see: ALL },
  '/money': { see: ALL },
  '/money.csv': { see: ALL },
  '/figures/mail': {
    send: ALL,
    act: {
      name: 'figure-mail.switch',
      page: '/figures',
      fields: async () => ({ figure_mail: 'on' }),
      table: 'figure_mails',
      adds: 1,
      recordName: 'on',
    },
  },
};
