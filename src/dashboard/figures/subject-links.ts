// The pages of figures, which link to one another.
import type { TextKey } from '../../views/text.ts';

export const SUBJECT_LINKS: readonly { readonly path: string; readonly text: TextKey }[] = [
  { path: '/figures', text: 'dashboard.figures.month' },
  { path: '/figures/people', text: 'dashboard.figures.people' },
  { path: '/figures/revenue', text: 'dashboard.figures.revenue' },
  { path: '/figures/leaving', text: 'dashboard.figures.leaving' },
  { path: '/figures/cohorts', text: 'dashboard.figures.cohorts' },
];

declare module '../../views/templates.ts' {
  interface Parts {
    'figure-links': {
      readonly links: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[];
    };
  }
}
