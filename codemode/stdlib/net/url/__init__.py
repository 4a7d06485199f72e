"""net/url: `escape` has the package, `parse` reads a URL, `methods` has the methods of URL, `values` has Values."""
