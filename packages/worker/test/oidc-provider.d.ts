declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        extraTokenClaims?(context: unknown, token: { clientId?: string }): object;
        features?: {
          resourceIndicators?: {
            enabled: boolean;
            getResourceServerInfo(context: unknown, resource: string): object;
          };
          [feature: string]: object | undefined;
        };
        [setting: string]: unknown;
      },
    );
    callback(): RequestListener;
  }
}
