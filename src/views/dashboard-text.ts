// The texts of the dashboard: one catalogue a language and room under templates/text/dashboard/, and the ones of the
// frame around each page.
import catalogDe from '../../templates/text/dashboard/de/catalog.json' with { type: 'json' };
import connectionsDe from '../../templates/text/dashboard/de/connections.json' with { type: 'json' };
import eventsDe from '../../templates/text/dashboard/de/events.json' with { type: 'json' };
import exportsDe from '../../templates/text/dashboard/de/exports.json' with { type: 'json' };
import figuresDe from '../../templates/text/dashboard/de/figures.json' with { type: 'json' };
import gettingInDe from '../../templates/text/dashboard/de/getting-in.json' with { type: 'json' };
import helpingDe from '../../templates/text/dashboard/de/helping.json' with { type: 'json' };
import hostingDe from '../../templates/text/dashboard/de/hosting.json' with { type: 'json' };
import lettingInDe from '../../templates/text/dashboard/de/letting-in.json' with { type: 'json' };
import mailsDe from '../../templates/text/dashboard/de/mails.json' with { type: 'json' };
import movingDe from '../../templates/text/dashboard/de/moving.json' with { type: 'json' };
import operatingDe from '../../templates/text/dashboard/de/operating.json' with { type: 'json' };
import peopleDe from '../../templates/text/dashboard/de/people.json' with { type: 'json' };
import personDe from '../../templates/text/dashboard/de/person.json' with { type: 'json' };
import pricingDe from '../../templates/text/dashboard/de/pricing.json' with { type: 'json' };
import restoreDe from '../../templates/text/dashboard/de/restore.json' with { type: 'json' };
import settingsDe from '../../templates/text/dashboard/de/settings.json' with { type: 'json' };
import shellDe from '../../templates/text/dashboard/de/shell.json' with { type: 'json' };
import takeoverDe from '../../templates/text/dashboard/de/takeover.json' with { type: 'json' };
import taxDe from '../../templates/text/dashboard/de/tax.json' with { type: 'json' };
import testingDe from '../../templates/text/dashboard/de/testing.json' with { type: 'json' };
import translationsDe from '../../templates/text/dashboard/de/translations.json' with { type: 'json' };
import catalogEn from '../../templates/text/dashboard/en/catalog.json' with { type: 'json' };
import connectionsEn from '../../templates/text/dashboard/en/connections.json' with { type: 'json' };
import eventsEn from '../../templates/text/dashboard/en/events.json' with { type: 'json' };
import exportsEn from '../../templates/text/dashboard/en/exports.json' with { type: 'json' };
import figuresEn from '../../templates/text/dashboard/en/figures.json' with { type: 'json' };
import gettingInEn from '../../templates/text/dashboard/en/getting-in.json' with { type: 'json' };
import helpingEn from '../../templates/text/dashboard/en/helping.json' with { type: 'json' };
import hostingEn from '../../templates/text/dashboard/en/hosting.json' with { type: 'json' };
import lettingInEn from '../../templates/text/dashboard/en/letting-in.json' with { type: 'json' };
import mailsEn from '../../templates/text/dashboard/en/mails.json' with { type: 'json' };
import movingEn from '../../templates/text/dashboard/en/moving.json' with { type: 'json' };
import operatingEn from '../../templates/text/dashboard/en/operating.json' with { type: 'json' };
import peopleEn from '../../templates/text/dashboard/en/people.json' with { type: 'json' };
import personEn from '../../templates/text/dashboard/en/person.json' with { type: 'json' };
import pricingEn from '../../templates/text/dashboard/en/pricing.json' with { type: 'json' };
import restoreEn from '../../templates/text/dashboard/en/restore.json' with { type: 'json' };
import settingsEn from '../../templates/text/dashboard/en/settings.json' with { type: 'json' };
import shellEn from '../../templates/text/dashboard/en/shell.json' with { type: 'json' };
import takeoverEn from '../../templates/text/dashboard/en/takeover.json' with { type: 'json' };
import taxEn from '../../templates/text/dashboard/en/tax.json' with { type: 'json' };
import testingEn from '../../templates/text/dashboard/en/testing.json' with { type: 'json' };
import translationsEn from '../../templates/text/dashboard/en/translations.json' with { type: 'json' };

export const DASHBOARD_CATALOGUES = {
  de: {
    ...shellDe,
    ...gettingInDe,
    ...connectionsDe,
    ...catalogDe,
    ...pricingDe,
    ...restoreDe,
    ...eventsDe,
    ...settingsDe,
    ...hostingDe,
    ...testingDe,
    ...operatingDe,
    ...peopleDe,
    ...personDe,
    ...helpingDe,
    ...lettingInDe,
    ...exportsDe,
    ...figuresDe,
    ...movingDe,
    ...mailsDe,
    ...takeoverDe,
    ...taxDe,
    ...translationsDe,
  },
  en: {
    ...shellEn,
    ...gettingInEn,
    ...connectionsEn,
    ...catalogEn,
    ...pricingEn,
    ...restoreEn,
    ...eventsEn,
    ...settingsEn,
    ...hostingEn,
    ...testingEn,
    ...operatingEn,
    ...peopleEn,
    ...personEn,
    ...helpingEn,
    ...lettingInEn,
    ...exportsEn,
    ...figuresEn,
    ...movingEn,
    ...mailsEn,
    ...takeoverEn,
    ...taxEn,
    ...translationsEn,
  },
};
