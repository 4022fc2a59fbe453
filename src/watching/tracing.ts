// Traces by OpenTelemetry, sent by OTLP over HTTP: a span for each request and each attempt at a delivery, and below it one for each statement. A
// span has routes, names and statuses, and never a path, a query, a value or an address. Loaded only where an endpoint is set.
import { context, SpanKind, SpanStatusCode, trace, type Context, type Span, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { CURRENT_WORK, OBSERVED, type Work } from '../observed.ts';
import { version } from '../version.ts';

export interface Traces {
  /** Sends what waits, and ends. */
  close(): Promise<void>;
}

/** Version 00 of W3C's Trace Context; ids of zeros alone are not valid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const STATEMENT_MAX_LENGTH = 300;

/** @param ratio of the traces that begin here, how many are kept, 0 to 1 */
export function sendTraces({ endpoint, ratio }: { readonly endpoint: string; readonly ratio: number }): Traces {
  const own = resourceFromAttributes({ 'service.name': 'masthead', 'service.version': version });
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }) }),
    ],
  });
  const ends = listen(provider.getTracer('masthead', version));
  const close = async (): Promise<void> => {
    for (const end of ends) end();
    // A collector that does not answer keeps nothing from ending.
    await provider.shutdown().catch(() => undefined);
  };
  return { close };
}

function listen(tracer: Tracer): (() => void)[] {
  const spans = new WeakMap<Work, Span>();
  const end = (work: Work | undefined, name: string, attributes: Record<string, string | number>, isError: boolean) => {
    const span = work && spans.get(work);
    if (span === undefined) return;
    span.updateName(name).setAttributes(attributes);
    if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  return [
    OBSERVED.work.listen((work) => {
      const kind = work.reqId === undefined ? SpanKind.CONSUMER : SpanKind.SERVER;
      spans.set(work, tracer.startSpan(work.kind, { kind }, parentOf(work)));
    }),
    OBSERVED.answer.listen(({ work, method, route, status }) => {
      const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
      const id = work?.reqId === undefined ? {} : { 'masthead.request_id': work.reqId };
      end(work, `${method} ${route}`, { ...attributes, ...id }, status >= 500);
    }),
    OBSERVED.attempt.listen(({ work, kind, state }) =>
      end(
        work,
        `deliver ${kind}`,
        { 'masthead.delivery.kind': kind, 'masthead.delivery.state': state },
        state === 'dead',
      ),
    ),
    OBSERVED.statement.listen(({ name, milliseconds }) => {
      const work = CURRENT_WORK.getStore();
      const parent = work && spans.get(work);
      // What no request waits for, such as the sweep of an idle worker, would be most of all.
      if (parent === undefined) return;
      const now = performance.now();
      const text = name.replaceAll(/\s+/g, ' ').slice(0, STATEMENT_MAX_LENGTH);
      const options = {
        kind: SpanKind.CLIENT,
        startTime: now - milliseconds,
        attributes: { 'db.query.summary': text },
      };
      tracer.startSpan(text, options, trace.setSpan(context.active(), parent)).end(now);
    }),
  ];
}

/** The trace that the caller names, such as a proxy; a new one otherwise. */
function parentOf({ traceparent = '' }: Work): Context {
  const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return context.active();
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(context.active(), parent);
}
