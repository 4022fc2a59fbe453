// Reads a page's HTML for tests. The pages are ours and simple, so a few regular expressions do.

export interface Form {
  readonly method: string;
  readonly action: string;
  /** The value of each field, hidden ones included, without unchecked checkboxes and radio buttons. */
  readonly fields: Readonly<Record<string, string>>;
}

export function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, attributes = '', content = '']) => ({
    method: attributeOf(attributes, 'method') ?? 'get',
    action: attributeOf(attributes, 'action') ?? '',
    fields: Object.fromEntries([
      ...tagsOf(content, 'input')
        .filter(isSent)
        .map((tag) => [attributeOf(tag, 'name') ?? '', attributeOf(tag, 'value') ?? ''] as const),
      ...textAreasOf(content),
      ...selectsOf(content),
    ]),
  }));
}

function textAreasOf(form: string): (readonly [string, string])[] {
  return [...form.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)].map(([, tag = '', text = '']) => [
    attributeOf(tag, 'name') ?? '',
    unescapeHtml(text),
  ]);
}

/** A browser sends the selected option, or else the first. */
function selectsOf(form: string): (readonly [string, string])[] {
  return [...form.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map(([, tag = '', content = '']) => {
    const options = tagsOf(content, 'option');
    const chosen = options.find((option) => /\sselected\b/.test(option)) ?? options[0] ?? '';
    return [attributeOf(tag, 'name') ?? '', attributeOf(chosen, 'value') ?? ''];
  });
}

function isSent(input: string): boolean {
  return !['checkbox', 'radio'].includes(attributeOf(input, 'type') ?? '') || /\schecked\b/.test(input);
}

/** The attributes of each tag of that name. */
export function tagsOf(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) => attributes);
}

export function attributeOf(tag: string, name: string): string | undefined {
  const [, quoted, bare] = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|(\\w+))`).exec(tag) ?? [];
  const value = quoted ?? bare;
  return value === undefined ? undefined : unescapeHtml(value);
}

/** The addresses of the page's links. */
export function linksOf(html: string): string[] {
  return tagsOf(html, 'a').map((tag) => attributeOf(tag, 'href') ?? '');
}

export function titleOf(html: string): string {
  return unescapeHtml(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
}

/** The text of the page's first heading of the level. */
export function headingOf(html: string, level = 1): string {
  return textOf(new RegExp(`<h${level}\\b[^>]*>([\\s\\S]*?)</h${level}>`).exec(html)?.[1] ?? '');
}

/** The text of the page's main part, on one line. */
export function mainTextOf(html: string): string {
  return textOf(/<main\b[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '');
}

export function textOf(html: string): string {
  const words = html.replaceAll(/<span class="whole">([^<]*)<\/span>/g, '$1');
  return unescapeHtml(words.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
