"""net/url: `escape` has the package, `parse` reads a URL, `methods` are what can be asked of it, `values` is Values."""
