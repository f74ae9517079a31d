/** Traces for OpenTelemetry. Loaded on demand. The usual `OTEL_` variables set their destination. */
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { VERSION, isHookloomError } from '@hookloom/core';
import { observe } from './measure.ts';

export function startTraces(env: Record<string, string | undefined>) {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': env['OTEL_SERVICE_NAME'] ?? 'hookloom',
      'service.version': VERSION,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  // Makes the span of an append a child of its hook's span.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('hookloom', VERSION);
  const end = observe((operation, attributes, work) => {
    const span = tracer.startSpan(`hookloom.${operation}`, { attributes });
    return context.with(trace.setSpan(context.active(), span), async () => {
      try {
        return await work();
      } catch (error) {
        // Not the message, which may contain recorded text.
        const code = isHookloomError(error) ? error.code : 'unexpected';
        span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  });
  return {
    /** Sends the rest, or gives up. */
    async close(): Promise<void> {
      end();
      context.disable();
      await provider.shutdown().catch(() => {});
    },
  };
}
