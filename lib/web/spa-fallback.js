// Runs in CloudFront for every page request: an address without a file name is a route of the application, and the
// application is index.html. Answers of the API are never touched, so that its 404s stay 404s.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request
  const last = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (!last.includes('.')) request.uri = '/index.html'
  return request
}
