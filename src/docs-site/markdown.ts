// Turns a guide's Markdown into rows of a page: prose on one side, the code that follows it on the other. Samples of one thing in several languages,
// which stand one after the other in the file, become one sample with a choice of languages. Guides are our own files, so their text is trusted.
import highlight from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml, isSample, type Code, type Row, type Section, type Text } from './text.ts';

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

/** @param toHref where a link of the file leads on the page */
export function readMarkdown(markdown: string, toHref: (link: string) => string): Text {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link') token.href = toHref(token.href);
  });
  const html = (some: readonly Token[]): string => scrollable(marked.parser([...some]));
  const [heading, lead, ...rest] = tokens.filter(({ type }) => type !== 'space' && type !== 'html');
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
  const rows: { prose: Token[]; codes: Code[][] }[] = [{ prose: [], codes: [] }];
  for (const token of tokens) {
    const row = rows.at(-1);
    if (isCode(token)) row?.codes.push([toCode(token)]);
    else if (row?.codes.length === 0) row.prose.push(token);
    else rows.push({ prose: [token], codes: [] });
  }
  return rows.map(({ prose, codes }) => ({ prose: html(prose), codes: inGroups(codes.flat()) }));
}

/** Samples one after the other, each in another language, are one. */
function inGroups(codes: readonly Code[]): Code[][] {
  const groups: Code[][] = [];
  for (const code of codes) {
    const group = groups.at(-1);
    const joins =
      isSample(code) && group?.every((other) => isSample(other) && other.language !== code.language) === true;
    if (joins) group?.push(code);
    else groups.push([code]);
  }
  return groups;
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

function toCode({ lang = '', text }: Tokens.Code): Code {
  const [language = '', ...title] = lang.split(' ');
  const grammar = HIGHLIGHTED[language];
  return {
    language,
    title: title.join(' '),
    text,
    html: grammar === undefined ? escapeHtml(text) : highlight.highlight(text, { language: grammar }).value,
  };
}

/** As GitHub makes them, so that links work in the files, too. */
function idOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

/** A wide table scrolls by itself, by keyboard as well. It is named by its columns, so that two on a page can be told apart. */
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
