/** Asks the server for something; what it refuses is shown at the bottom of the page for a while. */
export async function send(method, path) {
  try {
    const response = await fetch(`page/${path}`, { method });
    if (!response.ok) {
      complain((await response.json()).detail ?? `The server answered ${response.status}`);
    }
    return response.ok;
  } catch {
    complain('The server does not answer');
    return false;
  }
}

let hide;

function complain(text) {
  const line = document.getElementById('complaint');
  line.textContent = text;
  clearTimeout(hide);
  hide = setTimeout(() => line.textContent = '', 8000);
}
