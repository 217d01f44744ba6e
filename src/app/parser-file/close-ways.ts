/** What a worker can reach others with, or keep something in. */
const ways = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'RTCPeerConnection',
  'indexedDB',
  'caches',
  'navigator',
  'Notification',
  'FileReaderSync',
];

/** Takes away from a global object all that leads out of it. Nothing brings it back. */
export function closeWays(global: object): void {
  for (const name of ways) {
    for (let owner: object | null = global; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
      if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
    }
    Reflect.defineProperty(global, name, { value: undefined, writable: false, configurable: false });
  }
}
