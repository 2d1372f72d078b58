import {
  type Attributes,
  context,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/**
 * This module uses only the OpenTelemetry API: spans are no-ops unless an SDK is loaded with `--import`. Names and
 * attributes never contain email or IP addresses, IDs, or text from users or error messages.
 */
const tracerName = 'poker-academy';
const tracer = trace.getTracer(tracerName);

/** Whether an SDK is loaded; without one, no spans are created. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(tracerName) !== undefined;
}

export type SpanOptions = { attributes?: Attributes; kind?: SpanKind };

/** Runs `work` in a span. An error is recorded by name only and rethrown. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span for a call to another service. */
export function inClientSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return inSpan(name, { kind: SpanKind.CLIENT, attributes }, work);
}

/** The span of one request; spans started in `within` are its children. */
export type RequestSpan = {
  within(work: () => void): void;
  end(facts: { route: string; status: number }): void;
};

/** Null without an SDK. @param parent - the caller's trace context, if trusted */
export function startRequestSpan(method: string, parent = context.active()): RequestSpan | null {
  if (!isTraced()) return null;
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    within: (work) => context.with(inside, work),
    end({ route, status }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
