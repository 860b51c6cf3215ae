// Runs in CloudFront for every page request: an address without a file name is a page. Whoever answers is asked for
// index.html; the function that draws pages finds in the header which one, and the bucket has that file anyway.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { statusCode: 405, statusDescription: 'Method Not Allowed', headers: { allow: { value: 'GET, HEAD' } } }
  }
  const last = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  delete request.headers['x-page-address']
  if (!last.includes('.')) {
    request.headers['x-page-address'] = { value: request.uri }
    request.uri = '/index.html'
  }
  return request
}
