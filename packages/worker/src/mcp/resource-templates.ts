/** The URI template for reading a citation as a resource. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'eventloom://{session}/events/{seq}{#hash}',
    name: 'event',
    title: 'A cited event',
    description: 'The event behind a citation, as it was recorded; the hash is checked.',
    mimeType: 'text/plain',
  },
] as const;
