#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/rotate-logs/part0.go b/src/rotate-logs/part0.go
--- a/src/rotate-logs/part0.go
+++ b/src/rotate-logs/part0.go
@@ -1,1 +1,8 @@
 context
+new
+new
+new
+new
+new
+new
+new
EOF
