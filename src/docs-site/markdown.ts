// Renders a guide's Markdown as rows of prose beside the code that follows it. Consecutive code blocks in different
// languages become one sample with tabs. Guides are our own files, so their text is trusted.
import highlight from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml, isSample, type CodeBlock, type Guide, type Row, type Section } from './guide.ts';

const languages = { bash, go, http, json, python, typescript };
const HIGHLIGHTED: Readonly<Record<string, keyof typeof languages>> = {
  sh: 'bash',
  ts: 'typescript',
  python: 'python',
  go: 'go',
  json: 'json',
  http: 'http',
};
for (const [name, language] of Object.entries(languages)) highlight.registerLanguage(name, language);

interface Mapping {
  /** Maps a link of the file to one of the page; undefined where there is no page. */
  readonly toHref: (link: string) => string | undefined;
  /** Maps an `<img>` of the file to one of the page. */
  readonly toImage: (tag: string) => string;
}

export function readMarkdown(markdown: string, { toHref, toImage }: Mapping): Guide {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return href === '' ? text : `<a href="${escapeHtml(href)}">${text}</a>`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link') token.href = toHref(token.href) ?? '';
    if (isImage(token)) token.text = `<p>${toImage(token.text.trim())}</p>\n`;
  });
  const html = (some: readonly Token[]): string => scrollable(marked.parser([...some]));
  const [heading, lead, ...rest] = tokens.filter(
    (token) => token.type !== 'space' && (token.type !== 'html' || token['text'].startsWith('<p><img ')),
  );
  if (heading?.type !== 'heading' || lead?.type !== 'paragraph')
    throw new Error('a guide begins with its title and a paragraph');
  const title = String(heading['text']);
  return { title, lead: html([lead]), summary: plain(html([lead])), sections: toSections(rest, html) };
}

function toSections(tokens: readonly Token[], html: (tokens: readonly Token[]) => string): Section[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'heading' && token['depth'] === 2) parts.push([token]);
    else parts.at(-1)?.push(token);
  }
  return parts
    .filter((part) => part.length > 0)
    .map((part) => {
      const [first] = part;
      const title = first?.type === 'heading' && first['depth'] === 2 ? String(first['text']) : '';
      return { id: idOf(title), title: plain(title), rows: toRows(part, html) };
    });
}

function toRows(tokens: readonly Token[], html: (tokens: readonly Token[]) => string): Row[] {
  const rows: { prose: Token[]; codes: CodeBlock[][] }[] = [{ prose: [], codes: [] }];
  for (const token of tokens) {
    const row = rows.at(-1);
    if (isCode(token)) row?.codes.push([toCode(token)]);
    else if (row?.codes.length === 0) row.prose.push(token);
    else rows.push({ prose: [token], codes: [] });
  }
  return rows.map(({ prose, codes }) => ({ prose: html(prose), codes: inGroups(codes.flat()) }));
}

/** Groups consecutive samples in different languages. */
function inGroups(codes: readonly CodeBlock[]): CodeBlock[][] {
  const groups: CodeBlock[][] = [];
  for (const code of codes) {
    const group = groups.at(-1);
    const joins =
      isSample(code) && group?.every((other) => isSample(other) && other.language !== code.language) === true;
    if (joins) group?.push(code);
    else groups.push([code]);
  }
  return groups;
}

function isImage(token: Token): token is Tokens.HTML {
  return token.type === 'html' && token['text'].startsWith('<img ');
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

function toCode({ lang = '', text }: Tokens.Code): CodeBlock {
  const [language = '', ...title] = lang.split(' ');
  const grammar = HIGHLIGHTED[language];
  return {
    language,
    title: title.join(' '),
    text,
    html: grammar === undefined ? escapeHtml(text) : highlight.highlight(text, { language: grammar }).value,
  };
}

/** The anchor of a heading, by GitHub's rule, so that links work in the files, too. */
function idOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

/**
 * Makes tables scroll by themselves, by keyboard as well. Each is labelled with its columns, so that the labels on a
 * page differ.
 */
function scrollable(html: string): string {
  return html.replaceAll(/<table>[^]*?<\/table>/g, (table) => {
    const columns = [...table.matchAll(/<th\b[^>]*>(.*?)<\/th>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]*>/g, ''),
    );
    return `<div class="table" role="region" aria-label="Table: ${columns.join(', ')}" tabindex="0">${table}</div>`;
  });
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>|`/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}
