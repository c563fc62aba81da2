/** Path of the server's public URL, such as `/docwright`, or empty. The server writes it into the page. */
export const basePath = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';

/** Server path with the base path, for links, `fetch` and event streams outside the router. */
export const serverAddress = (path: `/${string}`): string => `${basePath}${path}`;
