// Finds the tables of a statement that it does not restrict to one publication. PostgreSQL's own parser reads the
// statement, after SQLite's own syntax was rewritten. Two tables belong to the same publication if the statement
// compares their publication_id in a condition that every row must meet: `where` and `on`, joined by `and`. They are
// restricted if it compares one of them with a value that it is given.
import {
  loadModule,
  parseSync,
  type InsertStmt,
  type JoinExpr,
  type Node,
  type OnConflictClause,
  type RangeVar,
  type SelectStmt,
  type SubLink,
  type WithClause,
} from 'libpg-query';

await loadModule();

/** A table at one place of a statement, or a column that a subselect passes on; it is of the same publication as those that hold it. */
class Place {
  readonly table: string | undefined;
  readonly holders = new Set<Place>();

  constructor(table?: string) {
    this.table = table;
  }
}

/** Something rows come from, and whose publication a column of it says. */
interface Source {
  readonly alias: string;
  column(name: string): Place | undefined;
}

/** A column of a result: of its name, or all of some sources (`*`). */
type Output = { readonly name: string; readonly place: Place | undefined } | { readonly all: readonly Source[] };

interface Scope {
  readonly sources: Source[];
  readonly tables: Map<string, readonly Output[]>;
  readonly outer: Scope | undefined;
}

/** An update or a delete. */
interface Change {
  readonly relation: RangeVar | undefined;
  readonly withClause: WithClause | undefined;
  readonly from: readonly Node[] | undefined;
  readonly whereClause: Node | undefined;
  readonly set: readonly Node[] | undefined;
  readonly results: readonly Node[] | undefined;
}

type Clauses = readonly (Node | undefined)[];

const PUBLICATION_COLUMNS = new Set(['publication_id', 'publicationId']);
const fail = (what: string): never => {
  throw new Error(`teach test/structure/publications-named.ts about ${what}`);
};

/** The groups of tables that nothing given to the statement holds to its publication; each group is of one publication, whichever that is. */
export function unnamedTables(sql: string, tenantTables: ReadonlySet<string>): string[] {
  const reader = new Reader(tenantTables);
  const words = sql.replaceAll('+?', '$1').replaceAll(/\bindexed by \w+/g, '');
  for (const { stmt } of parseSync(words).stmts ?? []) reader.read(stmt ?? fail('an empty statement'));
  return reader.unnamed();
}

class Reader {
  readonly #tenantTables: ReadonlySet<string>;
  readonly #given = new Place();
  readonly #places: Place[] = [];
  readonly #read = new Map<object, readonly Output[]>();

  constructor(tenantTables: ReadonlySet<string>) {
    this.#tenantTables = tenantTables;
  }

  /** In a trigger, `new` is the row that is written. */
  read(node: Node): void {
    const written: Source = {
      alias: 'new',
      column: (name) => (PUBLICATION_COLUMNS.has(name) ? this.#given : undefined),
    };
    this.#readStatement(node, { sources: [written], tables: new Map(), outer: undefined });
  }

  unnamed(): string[] {
    const unnamed = new Set(this.#places.filter((place) => !this.#isNamed(place)));
    let groups: Place[][] = [];
    for (const place of unnamed) {
      const own = [place, ...[...place.holders].filter((holder) => unnamed.has(holder))];
      const [joined, apart] = [
        groups.filter((group) => group.some((one) => own.includes(one))),
        groups.filter((group) => !group.some((one) => own.includes(one))),
      ];
      groups = [...apart, [...new Set([...joined.flat(), ...own])]];
    }
    return groups
      .map((group) =>
        group
          .flatMap(({ table }) => table ?? [])
          .toSorted()
          .join(' + '),
      )
      .toSorted();
  }

  #isNamed(place: Place, seen = new Set<Place>()): boolean {
    if (place === this.#given) return true;
    seen.add(place);
    return [...place.holders].some((holder) => !seen.has(holder) && this.#isNamed(holder, seen));
  }

  /** Two that are equal hold each other; `among` are those that a condition decides about, when it does not about all. */
  #tie(one: Place, other: Place, among?: ReadonlySet<Place>): void {
    if (among?.has(one) ?? true) one.holders.add(other);
    if (among?.has(other) ?? true) other.holders.add(one);
  }

  /** A place, remembered so that it is asked for its publication. */
  #newPlace(table?: string): Place {
    const place = new Place(table);
    this.#places.push(place);
    return place;
  }

  #readStatement(node: Node, outer: Scope): readonly Output[] {
    if ('SelectStmt' in node) return this.#readSelect(node.SelectStmt, outer);
    if ('InsertStmt' in node) return this.#readInsert(node.InsertStmt, outer);
    if ('UpdateStmt' in node) {
      const { relation, withClause, fromClause, whereClause, targetList, returningClause } = node.UpdateStmt;
      return this.#readChange(
        { relation, withClause, from: fromClause, whereClause, set: targetList, results: returningClause?.exprs },
        outer,
      );
    }
    if ('DeleteStmt' in node) {
      const { relation, withClause, usingClause, whereClause, returningClause } = node.DeleteStmt;
      return this.#readChange(
        { relation, withClause, from: usingClause, whereClause, set: [], results: returningClause?.exprs },
        outer,
      );
    }
    return fail(`${Object.keys(node).join()} statements`);
  }

  /** Reads it once, however often its result is asked for. */
  #readSelect(select: SelectStmt, outer: Scope): readonly Output[] {
    const known = this.#read.get(select);
    if (known !== undefined) return known;
    const scope = this.#openScope(select.withClause, outer);
    const outputs = select.op === 'SETOP_NONE' ? this.#readSimpleSelect(select, scope) : this.#readBoth(select, scope);
    const passed = select.limitCount === undefined ? outputs : outputs.map((output) => this.#limited(output));
    this.#read.set(select, passed);
    return passed;
  }

  /** Rows of other publications, left out outside, have taken the place of others before. */
  #limited(output: Output): Output {
    if ('all' in output)
      return { all: output.all.map(({ alias, column }) => ({ alias, column: (name) => this.#heldBy(column(name)) })) };
    return { name: output.name, place: this.#heldBy(output.place) };
  }

  #heldBy(holder: Place | undefined): Place | undefined {
    if (holder === undefined) return undefined;
    const place = this.#newPlace();
    place.holders.add(holder);
    return place;
  }

  /** Of a union. */
  #readBoth({ larg, rarg }: SelectStmt, scope: Scope): readonly Output[] {
    const outputs = this.#readSelect(larg ?? fail('a union of one'), scope);
    this.#readSelect(rarg ?? fail('a union of one'), scope);
    return outputs;
  }

  #readSimpleSelect(select: SelectStmt, scope: Scope): readonly Output[] {
    for (const item of select.fromClause ?? []) this.#addSource(item, scope);
    this.#tieAll(select.whereClause, scope);
    const {
      targetList = [],
      whereClause,
      groupClause = [],
      havingClause,
      sortClause = [],
      limitCount,
      limitOffset,
      windowClause = [],
      distinctClause = [],
      valuesLists = [],
    } = select;
    this.#readWithin(
      [
        ...targetList,
        whereClause,
        ...groupClause,
        havingClause,
        ...sortClause,
        limitCount,
        limitOffset,
        ...windowClause,
        ...distinctClause,
        ...valuesLists,
      ],
      scope,
    );
    const [row] = valuesLists;
    if (row !== undefined && 'List' in row)
      return (row.List.items ?? []).map((value) => ({ name: '', place: this.#placeOf(value, scope) }));
    return this.#outputs(targetList, scope);
  }

  #readChange(change: Change, outer: Scope): readonly Output[] {
    const scope = this.#openScope(change.withClause, outer);
    const { relname = '', alias } = change.relation ?? {};
    scope.sources.push(this.#tableSource(relname, alias?.aliasname ?? relname));
    for (const item of change.from ?? []) this.#addSource(item, scope);
    this.#tieAll(change.whereClause, scope);
    this.#readWithin([change.whereClause, ...(change.set ?? []), ...(change.results ?? [])], scope);
    return this.#outputs(change.results ?? [], scope);
  }

  #readInsert(insert: InsertStmt, outer: Scope): readonly Output[] {
    const scope = this.#openScope(insert.withClause, outer);
    const table = insert.relation?.relname ?? '';
    const target = this.#tableSource(table, table);
    const values = insert.selectStmt === undefined ? [] : this.#readStatement(insert.selectStmt, scope);
    const columns = (insert.cols ?? []).map((column) => ('ResTarget' in column ? column.ResTarget.name : undefined));
    const value = values[columns.indexOf('publication_id')];
    if (value !== undefined && 'all' in value) fail('an insert of *');
    const written = target.column('publication_id');
    if (written !== undefined && value !== undefined && 'place' in value && value.place !== undefined)
      this.#tie(written, value.place);
    if (insert.onConflictClause?.action === 'ONCONFLICT_UPDATE')
      this.#readConflict(insert.onConflictClause, table, target, scope);
    const made: Scope = { sources: [target], tables: new Map(), outer: scope };
    const results = insert.returningClause?.exprs ?? [];
    this.#readWithin(results, made);
    return this.#outputs(results, made);
  }

  /** The row that is in the way is one of another publication unless the publication is part of what clashes. */
  #readConflict(
    { infer, targetList = [], whereClause }: OnConflictClause,
    table: string,
    target: Source,
    outer: Scope,
  ): void {
    const present = this.#tableSource(table, table);
    const scope: Scope = { sources: [present, { ...target, alias: 'excluded' }], tables: new Map(), outer };
    const clashing = (infer?.indexElems ?? []).map((element) =>
      'IndexElem' in element ? element.IndexElem.name : undefined,
    );
    const written = target.column('publication_id');
    const found = present.column('publication_id');
    if (clashing.includes('publication_id') && written !== undefined && found !== undefined) this.#tie(found, written);
    this.#tieAll(whereClause, scope);
    this.#readWithin([...targetList, whereClause], scope);
  }

  #openScope(withClause: WithClause | undefined, outer: Scope): Scope {
    const scope: Scope = { sources: [], tables: new Map(), outer };
    for (const item of withClause?.ctes ?? []) {
      if (!('CommonTableExpr' in item)) continue;
      const { ctename = '', ctequery, aliascolnames } = item.CommonTableExpr;
      // A recursive one reads itself.
      scope.tables.set(ctename, []);
      scope.tables.set(ctename, renamed(this.#readStatement(ctequery ?? fail('an empty with'), scope), aliascolnames));
    }
    return scope;
  }

  #addSource(item: Node, scope: Scope): void {
    if ('RangeVar' in item) {
      const { relname = '', alias } = item.RangeVar;
      const name = alias?.aliasname ?? relname;
      const known = withTable(relname, scope);
      scope.sources.push(known === undefined ? this.#tableSource(relname, name) : resultSource(name, known));
    } else if ('RangeSubselect' in item) {
      const { subquery, alias } = item.RangeSubselect;
      const outputs = this.#readStatement(subquery ?? fail('an empty from'), scope);
      scope.sources.push(resultSource(alias?.aliasname ?? '', renamed(outputs, alias?.colnames)));
    } else if ('RangeFunction' in item) {
      // Rows that are given as JSON.
      const { alias, functions = [] } = item.RangeFunction;
      scope.sources.push({
        alias: alias?.aliasname ?? '',
        column: (name) => (PUBLICATION_COLUMNS.has(name) ? this.#given : undefined),
      });
      this.#readWithin(functions, scope);
    } else if ('JoinExpr' in item) this.#addJoin(item.JoinExpr, scope);
    else fail(`${Object.keys(item).join()} in from`);
  }

  #addJoin({ larg, rarg, quals, jointype, usingClause, isNatural }: JoinExpr, scope: Scope): void {
    if (usingClause !== undefined || isNatural === true) fail('joins by the names of columns');
    if (jointype !== 'JOIN_INNER' && jointype !== 'JOIN_LEFT') fail(`${jointype} joins`);
    this.#addSource(larg ?? fail('half a join'), scope);
    const count = this.#places.length;
    this.#addSource(rarg ?? fail('half a join'), scope);
    // The condition of a left join decides about rows of the right side only.
    this.#tieAll(quals, scope, jointype === 'JOIN_LEFT' ? new Set(this.#places.slice(count)) : undefined);
    this.#readWithin([quals], scope);
  }

  #tableSource(table: string, alias: string): Source {
    const isPublications = table === 'publications';
    if (!isPublications && !this.#tenantTables.has(table)) return { alias, column: () => undefined };
    const place = this.#newPlace(table);
    return {
      alias,
      column: (name) =>
        (isPublications ? ['id', 'site_host'] : ['publication_id']).includes(name) ? place : undefined,
    };
  }

  /** What a condition says of publications. */
  #tieAll(condition: Node | undefined, scope: Scope, among?: ReadonlySet<Place>): void {
    if (condition === undefined) return;
    if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
      for (const part of condition.BoolExpr.args ?? []) this.#tieAll(part, scope, among);
      return;
    }
    for (const [one, other] of this.#pairs(condition, scope)) {
      if (one !== undefined && other !== undefined) this.#tie(one, other, among);
    }
  }

  /** What has to be equal: by `=`, `in (select …)` or `= any(array(select …))`, single or in rows. */
  #pairs(condition: Node, scope: Scope): (readonly [Place | undefined, Place | undefined])[] {
    if ('SubLink' in condition && condition.SubLink.subLinkType === 'ANY_SUBLINK') {
      const { testexpr } = condition.SubLink;
      const results = this.#placesOfSubLink(condition.SubLink, scope);
      return testexpr === undefined
        ? []
        : items(testexpr).map((item, index) => [this.#placeOf(item, scope), results[index]]);
    }
    if (!('A_Expr' in condition) || operator(condition) !== '=') return [];
    const { kind, lexpr, rexpr } = condition.A_Expr;
    if (lexpr === undefined || rexpr === undefined) return [];
    if (kind === 'AEXPR_OP_ANY' && 'SubLink' in rexpr)
      return [[this.#placeOf(lexpr, scope), this.#placesOfSubLink(rexpr.SubLink, scope)[0]]];
    if (kind !== 'AEXPR_OP') return [];
    const others = items(rexpr);
    return items(lexpr).map((item, index) => [
      this.#placeOf(item, scope),
      others[index] && this.#placeOf(others[index], scope),
    ]);
  }

  /** The place whose publication an expression is; a value that is given is that of the statement. */
  #placeOf(expression: Node, scope: Scope): Place | undefined {
    if ('ParamRef' in expression) return this.#given;
    if ('TypeCast' in expression) return expression.TypeCast.arg && this.#placeOf(expression.TypeCast.arg, scope);
    if ('SubLink' in expression && expression.SubLink.subLinkType === 'EXPR_SUBLINK')
      return this.#placesOfSubLink(expression.SubLink, scope)[0];
    if ('A_Expr' in expression && operator(expression) === '->>') return this.#placeOfField(expression.A_Expr.rexpr);
    return 'ColumnRef' in expression ? columnOf(names(expression.ColumnRef.fields), scope) : undefined;
  }

  /** SQLite reads given rows field by field. */
  #placeOfField(name: Node | undefined): Place | undefined {
    return name !== undefined && 'A_Const' in name && PUBLICATION_COLUMNS.has(name.A_Const.sval?.sval ?? '')
      ? this.#given
      : undefined;
  }

  #placesOfSubLink({ subselect }: SubLink, scope: Scope): (Place | undefined)[] {
    const outputs = this.#readStatement(subselect ?? fail('an empty subselect'), scope);
    return outputs.map((output) => ('place' in output ? output.place : undefined));
  }

  #outputs(targetList: readonly Node[], scope: Scope): Output[] {
    return targetList.map((target) => {
      if (!('ResTarget' in target) || target.ResTarget.val === undefined) return fail('a result without a value');
      const { name, val } = target.ResTarget;
      const path = 'ColumnRef' in val ? names(val.ColumnRef.fields) : [];
      if (path.at(-1) !== '*') return { name: name ?? path.at(-1) ?? '', place: this.#placeOf(val, scope) };
      return { all: path.length === 1 ? scope.sources : scope.sources.filter(({ alias }) => alias === path[0]) };
    });
  }

  /** Reads the selects inside of expressions. */
  #readWithin(expressions: Clauses, scope: Scope): void {
    for (const expression of expressions) if (expression !== undefined) this.#readNested(expression, scope);
  }

  #readNested(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) for (const item of value) this.#readNested(item, scope);
    else if (typeof value === 'object' && value !== null) {
      if ('SubLink' in value) this.#placesOfSubLink(value.SubLink as SubLink, scope);
      for (const [name, item] of Object.entries(value)) if (name !== 'subselect') this.#readNested(item, scope);
    }
  }
}

function resultSource(alias: string, outputs: readonly Output[]): Source {
  const column = (name: string): Place | undefined => {
    for (const output of outputs) {
      const found = 'all' in output ? firstColumn(output.all, name) : output.name === name && output.place;
      if (found) return found;
    }
    return undefined;
  };
  return { alias, column };
}

function renamed(outputs: readonly Output[], columns: readonly Node[] | undefined): readonly Output[] {
  const given = names(columns);
  return outputs.map((output, index) =>
    'place' in output ? { name: given[index] ?? output.name, place: output.place } : output,
  );
}

function firstColumn(sources: readonly Source[], name: string): Place | undefined {
  for (const source of sources) {
    const found = source.column(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name without its table is taken for one of the innermost select's, as all tables of a publication have the column. */
function columnOf(path: readonly string[], scope: Scope): Place | undefined {
  const [table = '', column] = path;
  if (column === undefined) return firstColumn(scope.sources, table);
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const source = at.sources.find(({ alias }) => alias === table);
    if (source !== undefined) return source.column(column);
  }
  return undefined;
}

function withTable(name: string, scope: Scope): readonly Output[] | undefined {
  return scope.tables.get(name) ?? (scope.outer && withTable(name, scope.outer));
}

function items(expression: Node): readonly Node[] {
  return 'RowExpr' in expression ? (expression.RowExpr.args ?? []) : [expression];
}

function operator(expression: Node): string | undefined {
  return 'A_Expr' in expression ? names(expression.A_Expr.name)[0] : undefined;
}

function names(fields: readonly Node[] = []): string[] {
  return fields.map((field) => ('String' in field ? (field.String.sval ?? '') : '*'));
}
