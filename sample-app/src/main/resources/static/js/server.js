/** Asks the server for something; what it rejects is shown at the bottom of the page for a while. */
export async function send(method, path, body) {
  try {
    const response = await fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    if (!response.ok) {
      complain((await response.json()).detail ?? `The server answered ${response.status}`);
    }
    return response.ok;
  } catch {
    complain('The server does not answer');
    return false;
  }
}

/** Waits for so many milliseconds. */
export const pause = millis => new Promise(resolve => setTimeout(resolve, millis));

let hide;

function complain(text) {
  const line = document.getElementById('complaint');
  line.textContent = text;
  clearTimeout(hide);
  hide = setTimeout(() => line.textContent = '', 8000);
}
