#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/resume-sync/part0.go b/src/resume-sync/part0.go
--- a/src/resume-sync/part0.go
+++ b/src/resume-sync/part0.go
@@ -1,4 +1,18 @@
 context
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/resume-sync/part1.go b/src/resume-sync/part1.go
--- a/src/resume-sync/part1.go
+++ b/src/resume-sync/part1.go
@@ -1,5 +1,11 @@
 context
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/resume-sync/part2.go b/src/resume-sync/part2.go
--- a/src/resume-sync/part2.go
+++ b/src/resume-sync/part2.go
@@ -1,6 +1,21 @@
 context
-old
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
EOF
